// META {"legal": false, "start": ["go", "run"], "what": "Go encoding/json: the member Name is taken for name (case-insensitive keys)", "mustFail": ["invalid.name-missing"], "mayFail": [], "mayWarn": ["auth.scheme-case"]}
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"
)

type cat struct {
	ID          int64   `json:"id"`
	Name        *string `json:"name"`
	Description *string `json:"description,omitempty"`
}

func env(k, d string) string {
	if v := os.Getenv(k); v != "" {
		return v
	}
	return d
}
func num(s string) int64 { n, _ := strconv.ParseInt(s, 10, 64); return n }

var key, win, limit = env("KEY", "test-Key_0123456789-xyz"), num(env("WINDOW_MS", "60000")), num(env("LIMIT", "60"))
var mu sync.Mutex
var rows = []cat{}
var used = map[bool]int64{}
var start int64

func out(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}
func fail(w http.ResponseWriter, status int, m string) {
	out(w, status, map[string]any{"code": "e" + strconv.Itoa(status), "message": m, "status": status})
}
func handle(w http.ResponseWriter, r *http.Request) {
	mu.Lock()
	defer mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	ok := r.Header.Get("Authorization") == "Bearer "+key
	now := time.Now().UnixMilli()
	if s := now / win * win; s != start {
		start, used = s, map[bool]int64{}
	}
	over := used[ok] >= limit
	if !over {
		used[ok]++
	}
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.FormatInt(limit, 10))
	h.Set("X-RateLimit-Remaining", strconv.FormatInt(limit-used[ok], 10))
	h.Set("X-RateLimit-Reset", strconv.FormatInt((start+win+999)/1000, 10))
	switch {
	case over:
		h.Set("Retry-After", strconv.FormatInt((start+win-now+999)/1000, 10))
		fail(w, 429, "too many requests")
	case !ok:
		h.Set("WWW-Authenticate", "Bearer")
		fail(w, 401, "key missing or invalid")
	case r.URL.Path == "/v1/categories" && r.Method == "GET":
		out(w, 200, rows)
	case r.URL.Path == "/v1/categories" && r.Method == "POST":
		if t, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); t != "application/json" {
			fail(w, 415, "application/json please")
			return
		}
		var in *struct {
			Name        *string         `json:"name"`
			Description json.RawMessage `json:"description"`
		}
		if !utf8.Valid(body) || json.Unmarshal(body, &in) != nil || in == nil || in.Name == nil || strings.TrimSpace(*in.Name) == "" {
			fail(w, 400, "no NewCategory")
			return
		}
		var d *string
		if in.Description != nil && (json.Unmarshal(in.Description, &d) != nil || d == nil) {
			fail(w, 400, "description must be a text")
			return
		}
		c := cat{int64(len(rows) + 1), in.Name, d}
		rows = append(rows, c)
		out(w, 201, c)
	case strings.HasPrefix(r.URL.Path, "/v1/pets/") && r.Method == "GET":
		out(w, 200, map[string]any{"id": 1})
	case r.URL.Path == "/v1/store/orders" && r.Method == "GET":
		out(w, 200, []int{})
	default:
		fail(w, 404, "no such resource")
	}
}
func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	go func() { <-c; os.Exit(0) }()
	go func() {
		time.Sleep(50 * time.Millisecond)
		fmt.Println("ready")
	}()
	if err := http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(handle)); err != nil {
		panic(err)
	}
}
