// META {"legal": true, "what": "two pods behind a balancer that works by connection: each has half of the limit, its own window, and the second one's clock is seven minutes slow (Date and Reset alike)", "mustFail": [], "mayFail": ["limit.enforced"], "mayWarn": []}
// After discord/discord-api-docs#5428 (servers behind a balancer with different clocks, Reset differs) and kyma-project/api-gateway#2829 (each replica enforces its own limit).
// Legal: readings 4 and 8 (shared counters, other buckets), reading 5 (a clock is judged by its own Date), reading 3 (a series is one Limit and one Reset).
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

// A pod counts for itself. Its window has its own phase, its clock its own error.
type pod struct {
	phaseMS  int64
	skew     time.Duration
	windowNo int64
	used     int
}

var (
	pods        = []*pod{{0, 0, -1, 0}, {windowMS / 3, -7 * time.Minute, -1, 0}}
	share       = (limit + 1) / 2
	connections = 0
)

type podKey struct{}

// Each new connection goes to the next pod and stays there.
func connection(ctx context.Context, c net.Conn) context.Context {
	lock.Lock()
	defer lock.Unlock()
	connections++
	return context.WithValue(ctx, podKey{}, pods[connections%2])
}

func (p *pod) roll() (end int64, now time.Time) {
	now = time.Now().Add(p.skew)
	if n := (now.UnixMilli() - p.phaseMS) / windowMS; n != p.windowNo {
		p.windowNo, p.used = n, 0
	}
	return (p.windowNo+1)*windowMS + p.phaseMS, now
}

func idle(req *http.Request) rate {
	p := req.Context().Value(podKey{}).(*pod)
	end, now := p.roll()
	return rate{share, share - p.used, (end + 999) / 1000, false, 0, now}
}

func take(req *http.Request) rate {
	p := req.Context().Value(podKey{}).(*pod)
	end, now := p.roll()
	reset := (end + 999) / 1000
	if p.used >= share {
		wait := math.Max(1, math.Ceil(float64(end-now.UnixMilli())/1000))
		return rate{share, 0, reset, true, int(wait), now}
	}
	p.used++
	return rate{share, share - p.used, reset, false, 0, now}
}

func retryAfter(r rate) string { return strconv.Itoa(r.wait) }

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
