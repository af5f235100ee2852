// META {"legal": false, "what": "the limiter counts by API key and remote address with its port, so every connection has the whole quota of a window for itself (windows lie on the clock: Limit and Reset are the same on all)", "mustFail": ["limit.enforced"], "mayWarn": []}
package main

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

type quota struct {
	ok    bool
	rem   int
	reset int64
	retry string
	date  string
}
type conn struct {
	n   int64
	rem int
	set bool
}
type category struct {
	ID          int64   `json:"id"`
	Name        string  `json:"name"`
	Description *string `json:"description,omitempty"`
}
type ctxKey struct{}

var (
	key    = env("KEY", "secret")
	limit  = atoi(env("LIMIT", "60"))
	window = time.Duration(atoi(env("WINDOW_MS", "4000"))) * time.Millisecond
	mu     sync.Mutex
	cats         = []category{}
	nextID int64 = 1
	conns  int64
	_      = atomic.AddInt64
	_      = math.Ceil
)

func env(k, d string) string {
	if v := os.Getenv(k); v != "" {
		return v
	}
	return d
}
func atoi(s string) int { n, _ := strconv.Atoi(s); return n }
func ceilUnix(t time.Time) int64 {
	return (t.UnixMilli() + 999) / 1000
}
func secs(d time.Duration) string {
	n := int64((d + time.Second - 1) / time.Second)
	if n < 1 {
		n = 1
	}
	return strconv.FormatInt(n, 10)
}

var (
	end  time.Time
	used int
)

// roll starts a new window with the first request after the old one
func roll(now time.Time) {
	if !now.Before(end) {
		end = now.Add(window)
		used = 0
	}
}
func idle(now time.Time) quota { return quota{rem: limit, reset: ceilUnix(now.Add(window))} }

var count = map[string]int{}

func charge(r *http.Request, c *conn, ok bool) quota {
	now := time.Now()
	if !ok {
		return idle(now)
	}
	if !now.Before(end) {
		ms := window.Milliseconds()
		end = time.UnixMilli((now.UnixMilli()/ms + 1) * ms)
		count = map[string]int{}
	}
	k := key + "|" + r.RemoteAddr
	q := quota{reset: ceilUnix(end), retry: secs(end.Sub(now))}
	if count[k] < limit {
		count[k]++
		q.ok = true
	}
	q.rem = limit - count[k]
	return q
}

type rw struct {
	w http.ResponseWriter
	q quota
}

func (x rw) send(st int, v any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	h := x.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(b.Len()))
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(x.q.rem))
	h.Set("X-RateLimit-Reset", strconv.FormatInt(x.q.reset, 10))
	if x.q.date != "" {
		h.Set("Date", x.q.date)
	}
	x.w.WriteHeader(st)
	_, _ = x.w.Write(b.Bytes())
}
func (x rw) fail(st int, code, msg string) {
	x.send(st, map[string]any{"code": code, "message": msg, "status": st})
}
func authed(r *http.Request) bool {
	a := r.Header.Values("Authorization")
	if len(a) != 1 {
		return false
	}
	s, t, ok := strings.Cut(a[0], " ")
	return ok && strings.EqualFold(s, "bearer") && subtle.ConstantTimeCompare([]byte(strings.Trim(t, " ")), []byte(key)) == 1
}
func handle(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 2000000))
	ok := authed(r)
	c := r.Context().Value(ctxKey{}).(*conn)
	mu.Lock()
	q := charge(r, c, ok)
	mu.Unlock()
	x := rw{w, q}
	if !ok {
		w.Header().Set("WWW-Authenticate", `Bearer realm="petstore"`)
		x.fail(401, "unauthorized", "Missing or invalid API key")
		return
	}
	if !q.ok {
		w.Header().Set("Retry-After", q.retry)
		x.fail(429, "rate_limited", "Too many requests")
		return
	}
	p := r.URL.Path
	switch {
	case p == "/v1/categories" && r.Method == "GET":
		mu.Lock()
		l := append([]category{}, cats...)
		mu.Unlock()
		x.send(200, l)
	case p == "/v1/categories" && r.Method == "POST":
		create(x, r, raw, err)
	case p == "/v1/categories":
		w.Header().Set("Allow", "GET, POST")
		x.fail(405, "method_not_allowed", "Use GET or POST")
	case p == "/v1/store/orders" && r.Method == "GET":
		x.send(200, []int{})
	case strings.HasPrefix(p, "/v1/pets/") && r.Method == "GET" && atoi(p[9:]) > 0:
		w.Header().Set("Deprecation", "true")
		w.Header().Set("Sunset", "Thu, 31 Dec 2037 23:59:59 GMT")
		x.send(200, map[string]any{"id": atoi(p[9:]), "name": "Rex"})
	default:
		x.fail(404, "not_found", "No such resource")
	}
}

// text decodes a JSON string that is well-formed text
func text(m json.RawMessage) (string, bool) {
	var s string
	if len(m) == 0 || m[0] != '"' || json.Unmarshal(m, &s) != nil {
		return "", false
	}
	if strings.Contains(s, "\ufffd") && !bytes.Contains(m, []byte("\ufffd")) && !bytes.Contains(bytes.ToLower(m), []byte(`\ufffd`)) {
		return "", false
	}
	return s, true
}
func create(x rw, r *http.Request, raw []byte, err error) {
	ct, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(ct), "application/json") {
		x.fail(415, "unsupported_media_type", "Send application/json")
		return
	}
	if err != nil {
		x.fail(413, "too_large", "The body is too large")
		return
	}
	var v map[string]json.RawMessage
	if !utf8.Valid(raw) || !json.Valid(raw) {
		x.fail(400, "malformed_body", "The body is not valid JSON")
		return
	}
	if json.Unmarshal(raw, &v) != nil || v == nil {
		x.fail(400, "invalid_body", "The body must be an object")
		return
	}
	c := category{}
	var ok bool
	if c.Name, ok = text(v["name"]); !ok || strings.TrimSpace(c.Name) == "" {
		x.fail(400, "invalid_name", "name must be a non-blank string")
		return
	}
	if d, there := v["description"]; there && string(d) != "null" {
		s, ok := text(d)
		if !ok {
			x.fail(400, "invalid_description", "description must be a string")
			return
		}
		c.Description = &s
	}
	mu.Lock()
	c.ID = nextID
	nextID++
	cats = append(cats, c)
	mu.Unlock()
	x.send(201, c)
}
func main() {
	s := &http.Server{Addr: "127.0.0.1:" + os.Args[1], Handler: http.HandlerFunc(handle),
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, ctxKey{}, &conn{n: atomic.AddInt64(&conns, 1)})
		}}
	panic(s.ListenAndServe())
}
