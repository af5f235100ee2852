// The pet store on chi 5 and httprate.
//
// Environment: KEY, LIMIT, WINDOW_SECONDS, PORT.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/go-chi/httprate"
)

type NewCategory struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

type Category struct {
	ID int64 `json:"id"`
	NewCategory
}

type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

type store struct {
	mu         sync.Mutex
	categories []Category
}

func main() {
	r := chi.NewRouter()
	r.Use(middleware.Recoverer)
	r.Use(httprate.LimitByIP(number("LIMIT"), time.Duration(number("WINDOW_SECONDS"))*time.Second))
	r.Use(requireAPIKey(os.Getenv("KEY")))

	s := &store{}
	r.Route("/v1", func(r chi.Router) {
		r.Get("/categories", s.list)
		r.Post("/categories", s.create)
		r.Get("/pets/{petId}", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Sunset", "Fri, 31 Dec 2027 00:00:00 GMT")
			writeError(w, http.StatusNotFound, "not_found", "no such pet")
		})
		r.Get("/store/orders", func(w http.ResponseWriter, r *http.Request) {
			writeJSON(w, http.StatusOK, []struct{}{})
		})
	})

	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), r))
}

func (s *store) list(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	writeJSON(w, http.StatusOK, s.categories)
}

func (s *store) create(w http.ResponseWriter, r *http.Request) {
	var in NewCategory
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		writeError(w, http.StatusBadRequest, "invalid_body", err.Error())
		return
	}
	if in.Name == "" {
		writeError(w, http.StatusBadRequest, "invalid_name", "name is required")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	category := Category{ID: int64(len(s.categories) + 1), NewCategory: in}
	s.categories = append(s.categories, category)
	writeJSON(w, http.StatusCreated, category)
}

func requireAPIKey(key string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer "+key {
				writeError(w, http.StatusUnauthorized, "unauthorized", "missing or invalid API key")
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func writeError(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, Error{Code: code, Message: message, Status: status})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

func number(name string) int {
	n, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		log.Fatalf("%s: %v", name, err)
	}
	return n
}
