// META {"legal": true, "what": "at most three requests of a key are worked on at once (25 ms each): one more in flight is answered 429 with Retry-After: 0 and an uncharged Remaining above 0, beside the ordinary window", "mayWarn": []}
import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;

public class L310 {
    static final String KEY = env("KEY", "secret");
    static final int LIMIT = Integer.parseInt(env("LIMIT", "60"));
    static final long WINDOW = Long.parseLong(env("WINDOW_MS", "4000"));
    static final Object lock = new Object();
    static final List<String> cats = new ArrayList<>();
    static long nextId = 1, end = 0;
    static int used = 0;

    static String env(String k, String d) { String v = System.getenv(k); return v == null || v.isEmpty() ? d : v; }
    static long ceil(long ms) { return (ms + 999) / 1000; }

    // ---- JSON
    static class Bad extends RuntimeException { }
    static class Json {
        final String s; int i = 0;
        Json(String s) { this.s = s; }
        static final Object NULL = new Object();
        Object all() { Object v = value(0); ws(); if (i < s.length()) throw new Bad(); return v; }
        void ws() { while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++; }
        char peek() { if (i >= s.length()) throw new Bad(); return s.charAt(i); }
        void need(char c) { if (peek() != c) throw new Bad(); i++; }
        Object word(String w, Object v) { if (!s.startsWith(w, i)) throw new Bad(); i += w.length(); return v; }
        Object value(int depth) {
            if (depth > 400) throw new Bad();
            ws();
            char c = peek();
            if (c == '"') return string();
            if (c == 't') return word("true", true);
            if (c == 'f') return word("false", false);
            if (c == 'n') return word("null", NULL);
            if (c == '[') {
                List<Object> l = new ArrayList<>(); i++; ws();
                if (peek() == ']') { i++; return l; }
                while (true) { l.add(value(depth + 1)); ws(); if (peek() == ',') { i++; continue; } need(']'); return l; }
            }
            if (c == '{') {
                Map<String, Object> m = new LinkedHashMap<>(); i++; ws();
                if (peek() == '}') { i++; return m; }
                while (true) {
                    ws(); String k = string(); ws(); need(':'); m.put(k, value(depth + 1)); ws();
                    if (peek() == ',') { i++; continue; } need('}'); return m;
                }
            }
            java.util.regex.Matcher m = java.util.regex.Pattern.compile("-?(0|[1-9][0-9]*+)(\\.[0-9]++)?([eE][+-]?[0-9]++)?").matcher(s).region(i, s.length());
            if (!m.lookingAt()) throw new Bad();
            i = m.end();
            return 0.0;
        }
        String string() {
            need('"');
            StringBuilder b = new StringBuilder();
            while (true) {
                char c = peek(); i++;
                if (c == '"') return b.toString();
                if (c < 0x20) throw new Bad();
                if (c != '\\') { b.append(c); continue; }
                c = peek(); i++;
                int k = "\"\\/bfnrt".indexOf(c);
                if (k >= 0) b.append("\"\\/\b\f\n\r\t".charAt(k));
                else if (c == 'u') {
                    if (i + 4 > s.length() || !s.substring(i, i + 4).matches("[0-9a-fA-F]{4}")) throw new Bad();
                    b.append((char) Integer.parseInt(s.substring(i, i + 4), 16)); i += 4;
                } else throw new Bad();
            }
        }
    }
    static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            if (c == '"' || c == '\\') b.append('\\').append(c);
            else if (c < 0x20) b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        }
        return b.append('"').toString();
    }
    static boolean text(Object o) { return o instanceof String && StandardCharsets.UTF_8.newEncoder().canEncode((String) o); }

    // ---- answers
    static void send(HttpExchange x, int st, String body) throws IOException {
        byte[] b = body.getBytes(StandardCharsets.UTF_8);
        x.getResponseHeaders().set("Content-Type", "application/json");
        if (x.getRequestMethod().equals("HEAD")) { x.sendResponseHeaders(st, -1); x.close(); return; }
        x.sendResponseHeaders(st, b.length);
        try (OutputStream o = x.getResponseBody()) { o.write(b); }
    }
    static void fail(HttpExchange x, int st, String code, String msg) throws IOException {
        send(x, st, "{\"code\":" + quote(code) + ",\"message\":" + quote(msg) + ",\"status\":" + st + "}");
    }
    static void quota(HttpExchange x, int rem, long reset) {
        x.getResponseHeaders().set("X-RateLimit-Limit", "" + LIMIT);
        x.getResponseHeaders().set("X-RateLimit-Remaining", "" + rem);
        x.getResponseHeaders().set("X-RateLimit-Reset", "" + reset);
    }
    static boolean authed(HttpExchange x) {
        List<String> a = x.getRequestHeaders().get("Authorization");
        if (a == null || a.size() != 1) return false;
        String[] p = a.get(0).trim().split(" +", 2);
        return p.length == 2 && p[0].equalsIgnoreCase("bearer") && p[1].equals(KEY);
    }
    static void handle(HttpExchange x) throws IOException {
        byte[] raw = x.getRequestBody().readAllBytes();
        long now = System.currentTimeMillis();
        if (!authed(x)) {
            quota(x, LIMIT, ceil(now + WINDOW));
            x.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"petstore\"");
            fail(x, 401, "unauthorized", "Missing or invalid API key");
            return;
        }
        boolean tooMany = false;
        boolean ok = false;
        long until;
        synchronized (lock) {
            now = System.currentTimeMillis();
            if (now >= end) { end = now + WINDOW; used = 0; }

            if (used < LIMIT && busy >= 3) {
                quota(x, LIMIT - used, ceil(end));
                x.getResponseHeaders().set("Retry-After", "0");
                tooMany = true;
            } else { busy++; }
            if (!tooMany) {
                if (used < LIMIT) { used++; ok = true; }
                quota(x, LIMIT - used, ceil(end));
            }
            until = end;
        }
        if (!ok) {
            if (!tooMany) synchronized (lock) { busy--; }
            if (!tooMany) x.getResponseHeaders().set("Retry-After", retryAfter(now, until));
            fail(x, 429, "rate_limited", "Too many requests");
            return;
        }
        work();
            if (!tooMany) synchronized (lock) { busy--; }
        String p = x.getRequestURI().getPath(), m = x.getRequestMethod();
        if (p.equals("/v1/categories")) {
            if (m.equals("GET")) {
                String l;
                synchronized (lock) { l = "[" + String.join(",", cats) + "]"; }
                send(x, 200, l);
            } else if (m.equals("POST")) create(x, raw);
            else { x.getResponseHeaders().set("Allow", "GET, POST"); fail(x, 405, "method_not_allowed", "Use GET or POST"); }
        } else if (m.equals("GET") && p.equals("/v1/store/orders")) send(x, 200, "[]");
        else if (m.equals("GET") && p.matches("/v1/pets/[0-9]{1,9}")) {
            x.getResponseHeaders().set("Deprecation", "true");
            x.getResponseHeaders().set("Sunset", "Thu, 31 Dec 2037 23:59:59 GMT");
            send(x, 200, "{\"id\":" + Integer.parseInt(p.substring(9)) + ",\"name\":\"Rex\"}");
        } else fail(x, 404, "not_found", "No such resource");
    }
    static void create(HttpExchange x, byte[] raw) throws IOException {
        String ct = x.getRequestHeaders().getFirst("Content-Type");
        if (ct == null || !ct.split(";", 2)[0].trim().equalsIgnoreCase("application/json")) { fail(x, 415, "unsupported_media_type", "Send application/json"); return; }
        if (raw.length > 2000000) { fail(x, 413, "too_large", "The body is too large"); return; }
        Object v;
        try {
            v = new Json(StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(raw)).toString()).all();
        } catch (Bad | CharacterCodingException e) { fail(x, 400, "malformed_body", "The body is not valid JSON"); return; }
        if (!(v instanceof Map)) { fail(x, 400, "invalid_body", "The body must be an object"); return; }
        Object n = ((Map<?, ?>) v).get("name"), d = ((Map<?, ?>) v).get("description");
        if (!text(n) || ((String) n).isBlank()) { fail(x, 400, "invalid_name", "name must be a non-blank string"); return; }
        if (d != null && d != Json.NULL && !text(d)) { fail(x, 400, "invalid_description", "description must be a string"); return; }
        String c;
        synchronized (lock) {
            c = "{\"id\":" + nextId++ + ",\"name\":" + quote((String) n) + (d instanceof String ? ",\"description\":" + quote((String) d) : "") + "}";
            cats.add(c);
        }
        send(x, 201, c);
    }

    static int busy = 0;
    static String retryAfter(long now, long until) { return "" + Math.max(1, ceil(until - now)); }
    static void work() { try { Thread.sleep(25); } catch (InterruptedException e) { } }
    public static void main(String[] a) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        HttpServer s = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(a[0])), 128);
        s.setExecutor(Executors.newCachedThreadPool());
        s.createContext("/", x -> {
            try { handle(x); } catch (IOException e) { x.close(); }
        });
        s.start();
    }
}
