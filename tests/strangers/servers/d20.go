// META {"legal": true, "what": "requests without the right key have a bucket of their own by address, half as large, and get 429 instead of 401 when it is empty", "mustFail": [], "mayFail": [], "mayWarn": []}
// After travis-ci/travis-api#190 (50 per minute by address without a key, 100 with), dnsimple/dnsimple-developer#44 and keptn/keptn#4906 (the limiter stands before the check of the token).
// Reading 8: 401s may be counted in another bucket; reading 24: "After the second 429 without the valid key, no further request without it is sent; what is left is not tested".
// The key's own bucket is not touched by these. headers.limit-steady compares answers to one key; without the key the Limit is always the smaller one.
package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

var byKey = &fixedWindow{limit: limit}
var byAddress = &fixedWindow{limit: (limit + 1) / 2}
var nextID int64

func main() {
	listen(func(w http.ResponseWriter, r *http.Request) {
		known := hasKey(r)
		bucket := byAddress
		if known {
			bucket = byKey
		}
		mu.Lock()
		s := bucket.take()
		mu.Unlock()
		rateHeaders(w, s)
		if !s.ok {
			tooMany(w, s)
		} else if !known {
			unauthorized(w)
		} else {
			route(w, r, func() int64 { nextID++; return nextID })
		}
	})
}

// ---- the service itself, the same in all Go servers of this folder ----

var (
	apiKey = env("KEY", "test-key")
	limit  = number(env("LIMIT", "60"))
	window = time.Duration(number(env("WINDOW_MS", "4000"))) * time.Millisecond
	mu     sync.Mutex // guards limiter and store
)

func env(name, otherwise string) string {
	if text := os.Getenv(name); text != "" {
		return text
	}
	return otherwise
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// What the limiter says about one request.
type state struct {
	ok        bool
	limit     int
	remaining int
	reset     int64
	retry     int64
}

// A plain fixed window. It starts with the first request after the last one ended.
type fixedWindow struct {
	limit int
	end   time.Time
	used  int
}

func ceilUnix(t time.Time) int64 { return (t.UnixMilli() + 999) / 1000 }

func seconds(d time.Duration) int64 {
	s := int64((d + time.Second - 1) / time.Second)
	if s < 1 {
		return 1
	}
	return s
}

func (w *fixedWindow) take() state {
	now := time.Now()
	if !now.Before(w.end) {
		w.end, w.used = now.Add(window), 0
	}
	ok := w.used < w.limit
	if ok {
		w.used++
	}
	return state{ok, w.limit, w.limit - w.used, ceilUnix(w.end), seconds(w.end.Sub(now))}
}

func (w *fixedWindow) peek() state {
	now := time.Now()
	if now.Before(w.end) {
		return state{true, w.limit, w.limit - w.used, ceilUnix(w.end), seconds(w.end.Sub(now))}
	}
	return state{true, w.limit, w.limit, ceilUnix(now.Add(window)), 1}
}

type category struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Description *string `json:"description,omitempty"`
}

var store = []category{}

func rateHeaders(w http.ResponseWriter, s state) {
	w.Header().Set("X-RateLimit-Limit", strconv.Itoa(s.limit))
	w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(s.remaining))
	w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(s.reset, 10))
}

func answer(w http.ResponseWriter, status int, value any) {
	data, _ := json.Marshal(value)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	w.Write(data)
}

func problem(w http.ResponseWriter, status int, code, message string) {
	answer(w, status, map[string]any{"code": code, "message": message, "status": status})
}

func unauthorized(w http.ResponseWriter) {
	w.Header().Set("WWW-Authenticate", "Bearer")
	problem(w, 401, "unauthorized", "The API key is missing or invalid.")
}

func tooMany(w http.ResponseWriter, s state) {
	w.Header().Set("Retry-After", strconv.FormatInt(s.retry, 10))
	problem(w, 429, "rate_limited", "Too many requests.")
}

func hasKey(r *http.Request) bool {
	text := r.Header.Get("Authorization")
	return len(text) > 7 && strings.EqualFold(text[:7], "Bearer ") && strings.TrimLeft(text[7:], " ") == apiKey
}

// A text member: present, and is it a JSON string?
func text(members map[string]json.RawMessage, name string) (value string, present, isText bool) {
	raw, present := members[name]
	if !present || len(raw) == 0 || raw[0] != '"' {
		return "", present, false
	}
	err := json.Unmarshal(raw, &value)
	return value, true, err == nil
}

func parse(r *http.Request) (c category, status int, message string) {
	kind := strings.ToLower(strings.TrimSpace(strings.Split(r.Header.Get("Content-Type"), ";")[0]))
	if kind != "application/json" {
		return c, 415, "Send application/json."
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || !utf8.Valid(body) {
		return c, 400, "The body is not JSON."
	}
	var whole any
	if json.Unmarshal(body, &whole) != nil {
		return c, 400, "The body is not JSON."
	}
	if _, isObject := whole.(map[string]interface{}); !isObject {
		return c, 400, "The body has to be an object."
	}
	members := map[string]json.RawMessage{}
	json.Unmarshal(body, &members)
	name, _, isText := text(members, "name")
	if !isText || strings.TrimSpace(name) == "" {
		return c, 400, "name is required and has to be a text."
	}
	c.Name = name
	description, present, isText := text(members, "description")
	if present && !isText {
		return c, 400, "description has to be a text."
	}
	if present {
		c.Description = &description
	}
	return c, 0, ""
}

// Everything behind key and limiter; newID gives the id of a creation.
func route(w http.ResponseWriter, r *http.Request, newID func() int64) {
	path := r.URL.Path
	switch {
	case path == "/v1/categories" && r.Method == "GET":
		mu.Lock()
		list := append([]category{}, store...)
		mu.Unlock()
		answer(w, 200, list)
	case path == "/v1/categories" && r.Method == "POST":
		c, status, message := parse(r)
		if status != 0 {
			problem(w, status, map[int]string{400: "invalid_category", 415: "unsupported_media_type"}[status], message)
			return
		}
		mu.Lock()
		c.ID = newID()
		store = append(store, c)
		mu.Unlock()
		answer(w, 201, c)
	case path == "/v1/categories":
		w.Header().Set("Allow", "GET, POST")
		problem(w, 405, "method_not_allowed", "Use GET or POST.")
	case path == "/v1/store/orders" && r.Method == "GET":
		answer(w, 200, []string{})
	case strings.HasPrefix(path, "/v1/pets/") && r.Method == "GET":
		problem(w, 404, "pet_not_found", "No such pet.")
	default:
		problem(w, 404, "not_found", "No such path.")
	}
}

func listen(handler http.HandlerFunc) {
	http.ListenAndServe("127.0.0.1:"+os.Args[1], handler)
}
