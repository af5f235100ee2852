// META {"legal": false, "what": "only the newest 12 (env NEWEST) categories are listed with all fields; for older ones the list comes from an index that holds id and name alone (their description is gone)", "mustFail": ["list.complete"], "env": {"NEWEST": "6"}}
package main

import (
	"encoding/json"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

var mu sync.Mutex
var cats []map[string]any
var start time.Time
var n int

func take() (bool, int, int64, int) {
	mu.Lock()
	defer mu.Unlock()
	now := time.Now()
	if now.Sub(start) >= 4*time.Second {
		start = now
		n = 0
	}
	n++
	end := start.Add(4 * time.Second)
	rem := 60 - n
	if rem < 0 {
		rem = 0
	}
	return n <= 60, rem, end.Unix() + 1, int(math.Ceil(end.Sub(now).Seconds()))
}
func send(w http.ResponseWriter, s int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(s)
	json.NewEncoder(w).Encode(v)
}
func fail(w http.ResponseWriter, s int, c string) {
	send(w, s, map[string]any{"code": c, "message": "refused: " + c, "status": s})
}
func handle(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	p := strings.SplitN(r.Header.Get("Authorization"), " ", 2)
	good := len(p) == 2 && strings.EqualFold(p[0], "bearer") && strings.TrimSpace(p[1]) == os.Getenv("KEY")
	ok, rem, reset, wait := true, 60, time.Now().Unix()+4, 0
	if good {
		ok, rem, reset, wait = take()
	}
	w.Header().Set("X-RateLimit-Limit", "60")
	w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(rem))
	w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(reset, 10))
	if !good {
		w.Header().Set("WWW-Authenticate", "Bearer")
		fail(w, 401, "unauthenticated")
		return
	}
	if !ok {
		w.Header().Set("Retry-After", strconv.Itoa(wait+1))
		fail(w, 429, "limit")
		return
	}
	switch {
	case r.URL.Path == "/v1/categories" && r.Method == "GET":
		mu.Lock()
		c := make([]map[string]any, 0)
		for i, x := range cats {
			if i < len(cats)-limitOf() {
				c = append(c, map[string]any{"id": x["id"], "name": x["name"]})
			} else {
				c = append(c, x)
			}
		}
		mu.Unlock()
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
		if !isS || name == "" || (has && !isD) {
			fail(w, 400, "bad_field")
			return
		}
		mu.Lock()
		c := map[string]any{"id": len(cats) + 1, "name": name}
		if isD {
			c["description"] = ds
		}
		cats = append(cats, c)
		mu.Unlock()
		send(w, 201, c)
	case strings.HasPrefix(r.URL.Path, "/v1/pets/"):
		send(w, 200, map[string]any{"id": 1})
	case r.URL.Path == "/v1/store/orders":
		send(w, 200, []int{})
	default:
		fail(w, 404, "unknown_path")
	}
}
func limitOf() int {
	if v, e := strconv.Atoi(os.Getenv("NEWEST")); e == nil {
		return v
	}
	return 12
}
func main() { http.ListenAndServe("127.0.0.1:"+os.Args[1], http.HandlerFunc(handle)) }
