// META {"legal": false, "what": "names and descriptions are kept as views into one reused request buffer, so every later POST body overwrites what is stored", "mustFail": ["list.complete"], "mayFail": ["invalid.nothing-stored", "create.text", "create.fields", "list.category"], "mayWarn": []}
// After gofiber/fiber#2918 (a record stored from BodyParser changes when the next request comes) and bytedance/sonic#191.
// The 201 is right, and so is a list that is read at once. After the next POST, refused or not, the stored text is another.
// Row list.complete: what the run created is in the list, once each, with the fields of its 201.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
	"unsafe"
)

type category struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Description *string `json:"description,omitempty"`
}

var (
	mu     sync.Mutex
	buffer = make([]byte, 1<<20) // the one request buffer: every body is read into its beginning
	rows   []category
	lastID int64
	end    time.Time
	used   int
	key    = env("KEY", "test-key")
	limit  = number("LIMIT", 60)
	window = time.Duration(number("WINDOW_MS", 4000)) * time.Millisecond
)

func env(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

func number(name string, otherwise int) int {
	n, err := strconv.Atoi(env(name, strconv.Itoa(otherwise)))
	if err != nil {
		return otherwise
	}
	return n
}

// view returns the text as a string without a copy where its bytes stand in the body as they are: this is the defect.
func view(body []byte, text string) string {
	if i := bytes.Index(body, []byte(text)); i >= 0 && len(text) > 0 {
		return unsafe.String(&body[i], len(text))
	}
	return text
}

func answer(w http.ResponseWriter, status int, remaining int, v any) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	h.Set("X-RateLimit-Reset", strconv.FormatInt(int64(math.Ceil(float64(end.UnixMilli())/1000)), 10))
	b, _ := json.Marshal(v)
	w.WriteHeader(status)
	w.Write(b)
}

func fail(w http.ResponseWriter, status, remaining int, code, message string) {
	answer(w, status, remaining, map[string]any{"code": code, "message": message, "status": status})
}

// parse checks a body; the error says what is wrong with it.
func parse(body []byte) (category, error) {
	var c category
	if !utf8.Valid(body) || !json.Valid(body) {
		return c, fmt.Errorf("the body is not JSON in UTF-8")
	}
	var members map[string]json.RawMessage // a map keeps the case of the names apart, a struct would not
	if json.Unmarshal(body, &members) != nil || members == nil {
		return c, fmt.Errorf("the body must be an object")
	}
	raw, found := members["name"]
	if !found || raw[0] != '"' || json.Unmarshal(raw, &c.Name) != nil {
		return c, fmt.Errorf("name is required and must be a string")
	}
	c.Name = view(body, c.Name)
	if raw, found := members["description"]; found && string(raw) != "null" {
		var d string
		if raw[0] != '"' || json.Unmarshal(raw, &d) != nil {
			return c, fmt.Errorf("description must be a string")
		}
		d = view(body, d)
		c.Description = &d
	}
	return c, nil
}

func handle(w http.ResponseWriter, r *http.Request) {
	incoming, _ := io.ReadAll(io.LimitReader(r.Body, int64(len(buffer))))
	mu.Lock()
	defer mu.Unlock()
	now := time.Now()
	if !now.Before(end) {
		end, used = now.Add(window), 0
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || strings.TrimLeft(token, " ") != key {
		w.Header().Set("WWW-Authenticate", `Bearer realm="petstore"`)
		fail(w, 401, limit, "unauthorized", "A valid API key is required.")
		return
	}
	if used >= limit {
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(end.Sub(now).Seconds())))))
		fail(w, 429, 0, "rate_limited", "Too many requests.")
		return
	}
	used++
	left := limit - used
	switch {
	case r.URL.Path == "/v1/categories" && r.Method == "GET":
		list := append([]category{}, rows...)
		answer(w, 200, left, list)
	case r.URL.Path == "/v1/categories" && r.Method == "POST":
		if !strings.HasPrefix(strings.ToLower(r.Header.Get("Content-Type")), "application/json") {
			fail(w, 415, left, "unsupported_media_type", "Send application/json.")
			return
		}
		body := buffer[:copy(buffer, incoming)]
		c, err := parse(body)
		if err != nil {
			fail(w, 400, left, "invalid_request", err.Error())
			return
		}
		lastID++
		c.ID = lastID
		rows = append(rows, c)
		answer(w, 201, left, c)
	case r.URL.Path == "/v1/categories":
		fail(w, 405, left, "method_not_allowed", "Use GET or POST.")
	case r.URL.Path == "/v1/store/orders" && r.Method == "GET":
		answer(w, 200, left, []int{})
	case strings.HasPrefix(r.URL.Path, "/v1/pets/") && r.Method == "GET":
		w.Header().Set("Deprecation", "true")
		w.Header().Set("Sunset", "Fri, 31 Dec 2027 23:59:59 GMT")
		answer(w, 200, left, map[string]any{"id": 1, "name": "Rex"})
	default:
		fail(w, 404, left, "not_found", "No such resource.")
	}
}

func main() {
	http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(handle))
}
