// META {"legal":false,"what":"Snowflake ids; from the fourth category on the list is a cached JSON decoded into interface{} and encoded again: ids beyond 2^53 lose their last digits to float64 (the 201 is right)","mustFail":["list.complete"],"mayFail":[],"mayWarn":[]}
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

type category struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Description *string `json:"description,omitempty"`
}

type quota struct {
	over         bool
	limit, left  int
	reset, retry int64
}

var (
	mu     sync.Mutex
	store  []category
	key    = os.Getenv("KEY")
	limit  = number("LIMIT", 60)
	window = int64(number("WINDOW_MS", 4000))
)

func number(name string, other int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return other
}

type bucket struct {
	start int64
	used  int
}

var buckets = map[string]*bucket{}

func hit(who string) quota {
	mu.Lock()
	defer mu.Unlock()
	now := time.Now().UnixMilli()
	start := now / window * window
	lim := limit
	if who != "key" && lim < 300 {
		lim = 300
	}
	b := buckets[who]
	if b == nil || b.start != start {
		b = &bucket{start: start}
		buckets[who] = b
	}
	over := b.used >= lim
	if !over {
		b.used++
	}
	retry := (start + window - now + 999) / 1000
	if retry < 1 {
		retry = 1
	}
	return quota{over, lim, lim - b.used, (start + window + 999) / 1000, retry}
}

var lastID int64

func headers(w http.ResponseWriter, q quota) {
	w.Header().Set("X-RateLimit-Limit", strconv.Itoa(q.limit))
	w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(q.left))
	w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(q.reset, 10))
}

func send(w http.ResponseWriter, status int, v any) {
	data, _ := json.Marshal(v)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(data)
}

func fail(w http.ResponseWriter, status int, code, message string) {
	send(w, status, map[string]any{"code": code, "message": message, "status": status})
}

func text(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil || strings.ContainsRune(s, utf8.RuneError) {
		return "", false
	}
	return s, true
}

func parse(data []byte) (c category, fault string) {
	var m map[string]json.RawMessage
	if !utf8.Valid(data) || json.Unmarshal(data, &m) != nil || m == nil {
		return c, "body is no JSON object"
	}
	var ok bool
	if c.Name, ok = text(m["name"]); !ok || strings.TrimSpace(c.Name) == "" {
		return c, "name must be a string that is not blank"
	}
	if raw, there := m["description"]; there {
		d, ok := text(raw)
		if !ok {
			return c, "description must be a string"
		}
		c.Description = &d
	}
	return c, ""
}

func serve(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	path := r.URL.Path
	pet := strings.HasPrefix(path, "/v1/pets/") && !strings.Contains(path[9:], "/") && len(path) > 9
	named := pet || path == "/v1/categories" || path == "/v1/store/orders"
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	ok := strings.EqualFold(scheme, "Bearer") && key != "" && strings.TrimLeft(token, " ") == key
	who := "anonymous"
	if ok {
		who = "key"
	}
	q := hit(who)
	if !named {
		headers(w, q)
		fail(w, 404, "not_found", "No such resource")
		return
	}
	headers(w, q)
	if q.over {
		w.Header().Set("Retry-After", strconv.FormatInt(q.retry, 10))
		fail(w, 429, "too_many_requests", "Slow down")
		return
	}
	if !ok {
		w.Header().Set("WWW-Authenticate", "Bearer realm=\"petstore\"")
		fail(w, 401, "unauthorized", "Missing or invalid API key")
		return
	}
	switch {
	case path == "/v1/categories" && r.Method == "POST":
		kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
		if !strings.EqualFold(strings.TrimSpace(kind), "application/json") {
			fail(w, 415, "unsupported_media_type", "Use application/json")
			return
		}
		c, fault := parse(data)
		if fault != "" {
			fail(w, 400, "bad_request", fault)
			return
		}
		mu.Lock()
		c.ID = time.Now().UnixMilli()<<20 | 4097
		if c.ID <= lastID {
			c.ID = lastID + 1<<13
		}
		lastID = c.ID
		store = append(store, c)
		mu.Unlock()
		send(w, 201, c)
	case r.Method != "GET":
		w.Header().Set("Allow", "GET, POST")
		fail(w, 405, "method_not_allowed", "Method not allowed")
	case path == "/v1/categories":
		mu.Lock()
		all := append([]category{}, store...)
		mu.Unlock()
		if len(all) < 4 {
			send(w, 200, all)
			return
		}
		cached, _ := json.Marshal(all)
		var again any
		json.Unmarshal(cached, &again)
		send(w, 200, again)
	case pet:
		w.Header().Set("Deprecation", "@1767225600")
		w.Header().Set("Sunset", "Fri, 01 Jan 2027 00:00:00 GMT")
		send(w, 200, map[string]any{"id": 1, "name": "Rex"})
	default:
		send(w, 200, []int{})
	}
}

func main() {
	http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(serve))
}
