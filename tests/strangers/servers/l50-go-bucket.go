// META {"legal": true, "what": "token bucket of 60 for each key and route, refilled at 15 a second; Reset is when it is full again; 401s show a bucket of their own; ids are negative and random; random order; always chunked; Retry-After \"1\"", "mayWarn": ["orders.exists"]}
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

type bucket struct {
	tok float64
	at  time.Time
}

var mu sync.Mutex
var buckets = map[string]*bucket{}
var cats []map[string]any
var next int64 = math.MinInt64

func take(k string) (bool, int, int64) {
	mu.Lock()
	defer mu.Unlock()
	b := buckets[k]
	now := time.Now()
	if b == nil {
		b = &bucket{60, now}
		buckets[k] = b
	}
	b.tok = math.Min(60, b.tok+now.Sub(b.at).Seconds()*15)
	b.at = now
	ok := b.tok >= 1
	if ok {
		b.tok--
	}
	full := now.Add(time.Duration((60 - b.tok) / 15 * float64(time.Second)))
	return ok, int(b.tok), full.Unix() + 1
}
func fail(w http.ResponseWriter, s int, c string) {
	send(w, s, map[string]any{"code": c, "message": "Request refused: " + c, "status": s, "details": []string{}, "requestId": rand.Int63()})
}
func send(w http.ResponseWriter, s int, v any) {
	w.Header().Set("Content-Type", "application/json;charset=utf-8")
	w.WriteHeader(s)
	b, _ := json.MarshalIndent(v, "", "    ")
	w.(http.Flusher).Flush()
	h := len(b) / 2
	w.Write(b[:h])
	w.(http.Flusher).Flush()
	w.Write(b[h:])
}
func handle(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	p := strings.SplitN(r.Header.Get("Authorization"), " ", 2)
	good := len(p) == 2 && strings.EqualFold(p[0], "bearer") && strings.TrimSpace(p[1]) == os.Getenv("KEY")
	route := r.Method + r.URL.Path
	if !good {
		route = "anon"
	}
	ok, rem, reset := take(route)
	w.Header()["x-RateLimit-limit"] = []string{"60"}
	w.Header()["x-ratelimit-remaining"] = []string{strconv.Itoa(rem)}
	w.Header()["X-RATELIMIT-reset"] = []string{strconv.FormatInt(reset, 10)}
	if !good {
		w.Header().Set("WWW-Authenticate", `Bearer realm="pets"`)
		fail(w, 401, "unauthenticated")
		return
	}
	if !ok {
		w.Header().Set("Retry-After", "1")
		w.Header().Set("Content-Type", "text/plain")
		w.WriteHeader(429)
		fmt.Fprint(w, "slow down")
		return
	}
	switch {
	case r.URL.Path == "/v1/categories" && r.Method == "GET":
		mu.Lock()
		c := append([]map[string]any{}, cats...)
		mu.Unlock()
		rand.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
		send(w, 200, c)
	case r.URL.Path == "/v1/categories" && r.Method == "POST":
		var v map[string]any
		if !utf8.Valid(body) || json.Unmarshal(body, &v) != nil || v == nil {
			fail(w, 400, "bad_body")
			return
		}
		name, isS := v["name"].(string)
		d, has := v["description"]
		ds, isD := d.(string)
		if !isS || (has && d != nil && !isD) {
			fail(w, 400, "bad_field")
			return
		}
		mu.Lock()
		c := map[string]any{"id": next, "name": name, "pets": []int{}}
		next += 1 + rand.Int63n(1000)
		if isD {
			c["description"] = ds
		}
		cats = append(cats, c)
		mu.Unlock()
		send(w, 201, c)
	default:
		fail(w, 404, "unknown_path")
	}
}
func main() {
	http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(handle))
}
