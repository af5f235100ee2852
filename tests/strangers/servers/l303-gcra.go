// META {"legal":true,"what":"GCRA as in throttled: no window at all, quota drips back evenly, Reset is the time at which the bucket is full again (soon after one request), Retry-After the next single slot; < > & are \\u escapes; unlisted paths are the plain-text 404 of net/http without headers","mustFail":[],"mayFail":[],"mayWarn":["errors.elsewhere","headers.elsewhere"]}
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

var tats = map[string]int64{}

func hit(who string) quota {
	mu.Lock()
	defer mu.Unlock()
	now := time.Now().UnixMicro()
	lim := limit
	if who != "key" && lim < 300 {
		lim = 300
	}
	whole := window * 1000
	step := whole / int64(lim)
	tat := tats[who]
	if tat < now {
		tat = now
	}
	next := tat + step
	over := next-now > whole
	var wait int64
	if over {
		wait = next - now - whole
	} else {
		tat = next
		tats[who] = tat
	}
	left := int((whole - (tat - now)) / step)
	if left > lim {
		left = lim
	}
	return quota{over, lim, left, (tat + 999999) / 1000000, max(1, (wait+999999)/1000000)}
}

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
		http.NotFound(w, r)
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
		c.ID = int64(len(store) + 1)
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
		send(w, 200, all)
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
