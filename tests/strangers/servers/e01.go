// META {"legal": false, "what": "Retry-After is a date that ends in UTC instead of GMT", "mustFail": ["limit.retry-after-value"], "mayFail": ["limit.recovers"], "mayWarn": []}
// After Southclaws/storyden#783 (Go's time.RFC1123 writes "UTC"; on Retry-After of 429 clients cannot parse it) and vert-x3/vertx-web#396.
// Row limit.retry-after-value: "whole seconds or an HTTP-date, RFC 9110 10.2.3"; an HTTP-date ends in GMT (RFC 9110 5.6.7). Reading 11.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

type category struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Description *string `json:"description,omitempty"`
}

type rate struct {
	limit, remaining int
	reset            int64
	refused          bool
	wait             int // whole seconds until the window ends
	now              time.Time
}

var (
	key        = env("KEY", "test-key")
	limit, _   = strconv.Atoi(env("LIMIT", "60"))
	windowMS   = number(env("WINDOW_MS", "4000"))
	lock       sync.Mutex
	barks      = "barks"
	categories = []category{{1, "dog", &barks}, {2, "cat", nil}}
	petPath    = regexp.MustCompile(`^/v1/pets/[^/]+$`)
	scheme     = regexp.MustCompile(`(?is)^Bearer +(.*)$`)
)

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func number(text string) int64 {
	value, _ := strconv.ParseInt(text, 10, 64)
	return value
}

// A fixed window, aligned to the clock; one bucket for the key, 401s are not counted.
var windowNumber, used = int64(-1), 0

func roll(now time.Time) (end int64) {
	if n := now.UnixMilli() / windowMS; n != windowNumber {
		windowNumber, used = n, 0
	}
	return (windowNumber + 1) * windowMS
}

func idle(req *http.Request) rate {
	now := time.Now()
	end := roll(now)
	return rate{limit, limit - used, (end + 999) / 1000, false, 0, now}
}

func take(req *http.Request) rate {
	now := time.Now()
	end := roll(now)
	reset := (end + 999) / 1000
	if used >= limit {
		wait := math.Max(1, math.Ceil(float64(end-now.UnixMilli())/1000))
		return rate{limit, 0, reset, true, int(wait), now}
	}
	used++
	return rate{limit, limit - used, reset, false, 0, now}
}

// The one defect: time.RFC1123 writes the zone as "UTC"; http.TimeFormat would be right.
func retryAfter(r rate) string {
	return time.Unix(r.reset, 0).UTC().Format(time.RFC1123)
}

func connection(ctx context.Context, c net.Conn) context.Context { return ctx }

// ---- answers ----

func send(w http.ResponseWriter, status int, value any, r rate) {
	body, _ := json.Marshal(value)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("X-RateLimit-Limit", strconv.Itoa(r.limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(r.remaining))
	h.Set("X-RateLimit-Reset", strconv.FormatInt(r.reset, 10))
	h.Set("Date", r.now.UTC().Format(http.TimeFormat))
	w.WriteHeader(status)
	w.Write(body)
}

func fail(w http.ResponseWriter, status int, code, message string, r rate) {
	send(w, status, map[string]any{"code": code, "message": message, "status": status}, r)
}

// parse gives the NewCategory in the bytes, or false. A map is used since
// encoding/json would match the names of struct fields without regard to case.
func parse(raw []byte) (name string, description *string, ok bool) {
	if !utf8.Valid(raw) || !json.Valid(raw) {
		return "", nil, false
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // a number beyond a double is JSON, too
	if decoder.Decode(&value) != nil {
		return "", nil, false
	}
	object, ok := value.(map[string]any)
	if !ok {
		return "", nil, false
	}
	whole := func(text string) bool { // encoding/json turns a lone surrogate into U+FFFD
		return !strings.ContainsRune(text, utf8.RuneError) || strings.ContainsRune(string(raw), utf8.RuneError)
	}
	name, ok = object["name"].(string)
	if !ok || strings.TrimSpace(name) == "" || !whole(name) {
		return "", nil, false
	}
	if given, present := object["description"]; present {
		text, isText := given.(string)
		if !isText || !whole(text) {
			return "", nil, false
		}
		description = &text
	}
	return name, description, true
}

func handle(w http.ResponseWriter, req *http.Request) {
	raw, _ := io.ReadAll(req.Body)
	lock.Lock()
	defer lock.Unlock()
	match := scheme.FindStringSubmatch(req.Header.Get("Authorization"))
	if match == nil || match[1] != key {
		w.Header().Set("WWW-Authenticate", "Bearer")
		fail(w, 401, "unauthorized", "A valid API key is needed.", idle(req))
		return
	}
	r := take(req)
	if r.refused {
		w.Header().Set("Retry-After", retryAfter(r))
		fail(w, 429, "rate_limited", "Too many requests.", r)
		return
	}
	path := req.URL.Path
	switch {
	case path == "/v1/categories" && req.Method == "GET":
		send(w, 200, categories, r)
	case path == "/v1/categories" && req.Method == "POST":
		kind := strings.ToLower(strings.TrimSpace(strings.Split(req.Header.Get("Content-Type"), ";")[0]))
		if kind != "application/json" {
			fail(w, 415, "unsupported_media_type", "Send application/json.", r)
			return
		}
		name, description, ok := parse(raw)
		if !ok {
			fail(w, 400, "invalid_category", "The body is no valid category.", r)
			return
		}
		fresh := category{int64(len(categories) + 1), name, description}
		categories = append(categories, fresh)
		send(w, 201, fresh, r)
	case path == "/v1/categories":
		w.Header().Set("Allow", "GET, POST")
		fail(w, 405, "method_not_allowed", "Use GET or POST.", r)
	case petPath.MatchString(path) && req.Method == "GET":
		send(w, 200, map[string]any{"id": 1, "name": "Rex"}, r)
	case path == "/v1/store/orders" && req.Method == "GET":
		send(w, 200, []any{}, r)
	default:
		fail(w, 404, "not_found", "Nothing here.", r)
	}
}

func main() {
	server := &http.Server{
		Addr:        "127.0.0.1:" + os.Args[1],
		Handler:     http.HandlerFunc(handle),
		ConnContext: connection,
	}
	if err := server.ListenAndServe(); err != nil {
		panic(err)
	}
}
