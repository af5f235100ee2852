// META {"legal": false, "what": "the JSON comes from a template that formats numbers for German readers, so that the id 1001 is written 1.001", "mustFail": ["create.id", "list.category"], "mayFail": ["create.created", "create.id-unique", "create.fields", "create.text", "create.description-optional", "create.media-type", "list.complete", "list.ids-unique", "list.ok"], "mayWarn": []}
// After https://stuartgunter.wordpress.com/2011/09/ (FreeMarker prints numbers with thousand separators; nobody notices below 1000) and https://freemarker.apache.org/docs/dgui_misc_computer_vs_human_format.html
// Ids begin at 998. In German the separator is a full stop, so the JSON stays well formed: 1.000 is the integer 1, but 1.001 is no integer.
// Category: id is an integer, int64. Only ids are formatted so; status in errors is below 1000 anyway.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.NumberFormat;
import java.util.*;
import java.util.concurrent.Executors;

class PetStore {
    static final String KEY = System.getenv().getOrDefault("KEY", "test-key");
    static final int LIMIT = Integer.parseInt(System.getenv().getOrDefault("LIMIT", "60"));
    static final long WINDOW = Long.parseLong(System.getenv().getOrDefault("WINDOW_MS", "4000"));
    static final NumberFormat HUMAN = NumberFormat.getInstance(Locale.GERMANY); // the defect

    static long end = 0, nextId = 998;
    static int used = 0;
    static final List<String> rows = new ArrayList<>();

    /** A strict JSON parser; it throws IllegalArgumentException for what is no JSON. Numbers become Double, null becomes NULL. */
    static final Object NULL = new Object();
    static class Json {
        final String s; int i = 0;
        Json(String s) { this.s = s; }
        static Object parse(String s) { Json j = new Json(s); Object v = j.value(0); j.blank(); if (j.i < s.length()) throw j.bad(); return v; }
        IllegalArgumentException bad() { return new IllegalArgumentException("not JSON at " + i); }
        void blank() { while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++; }
        char peek() { if (i >= s.length()) throw bad(); return s.charAt(i); }
        void take(char c) { if (peek() != c) throw bad(); i++; }
        Object value(int depth) {
            if (depth > 500) throw bad();
            blank();
            char c = peek();
            if (c == '{') {
                Map<String, Object> m = new LinkedHashMap<>();
                i++; blank();
                if (peek() == '}') { i++; return m; }
                while (true) {
                    blank(); String k = string(); blank(); take(':'); m.put(k, value(depth + 1)); blank();
                    if (peek() == ',') i++; else { take('}'); return m; }
                }
            }
            if (c == '[') {
                List<Object> l = new ArrayList<>();
                i++; blank();
                if (peek() == ']') { i++; return l; }
                while (true) { l.add(value(depth + 1)); blank(); if (peek() == ',') i++; else { take(']'); return l; } }
            }
            if (c == '"') return string();
            for (String w : new String[]{"true", "false", "null"})
                if (s.startsWith(w, i)) { i += w.length(); return w.equals("null") ? NULL : (Object) Boolean.valueOf(w); }
            var m = java.util.regex.Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?").matcher(s).region(i, s.length());
            if (!m.lookingAt()) throw bad();
            i = m.end();
            return Double.valueOf(m.group());
        }
        String string() {
            take('"');
            StringBuilder b = new StringBuilder();
            while (true) {
                char c = peek(); i++;
                if (c == '"') return b.toString();
                if (c < ' ') throw bad();
                if (c != '\\') { b.append(c); continue; }
                char e = peek(); i++;
                int at = "\"\\/bfnrt".indexOf(e);
                if (at >= 0) b.append("\"\\/\b\f\n\r\t".charAt(at));
                else if (e == 'u' && i + 4 <= s.length() && s.substring(i, i + 4).matches("[0-9a-fA-F]{4}")) { b.append((char) Integer.parseInt(s.substring(i, i + 4), 16)); i += 4; }
                else throw bad();
            }
        }
    }

    static String quote(String s) {
        StringBuilder b = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            if (c == '"' || c == '\\') b.append('\\').append(c);
            else if (c < ' ' || Character.isSurrogate(c)) b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        }
        return b.append('"').toString();
    }

    static String error(int status, String code, String message) {
        return "{\"code\":" + quote(code) + ",\"message\":" + quote(message) + ",\"status\":" + status + "}";
    }

    static void answer(HttpExchange x, int status, int remaining, String body) throws java.io.IOException {
        var h = x.getResponseHeaders();
        h.set("Content-Type", "application/json");
        h.set("X-RateLimit-Limit", "" + LIMIT);
        h.set("X-RateLimit-Remaining", "" + remaining);
        h.set("X-RateLimit-Reset", "" + (end + 999) / 1000);
        byte[] b = body.getBytes(StandardCharsets.UTF_8);
        x.sendResponseHeaders(status, b.length);
        x.getResponseBody().write(b);
        x.close();
    }

    static synchronized void handle(HttpExchange x) throws java.io.IOException {
        byte[] bytes = x.getRequestBody().readAllBytes();
        long now = System.currentTimeMillis();
        if (now >= end) { end = now + WINDOW; used = 0; }
        String auth = Objects.requireNonNullElse(x.getRequestHeaders().getFirst("Authorization"), "");
        int blank = auth.indexOf(' ');
        if (blank < 0 || !auth.substring(0, blank).equalsIgnoreCase("Bearer") || !auth.substring(blank).stripLeading().equals(KEY)) {
            x.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"petstore\"");
            answer(x, 401, LIMIT, error(401, "unauthorized", "A valid API key is required."));
            return;
        }
        if (used >= LIMIT) {
            x.getResponseHeaders().set("Retry-After", "" + Math.max(1, (end - now + 999) / 1000));
            answer(x, 429, 0, error(429, "rate_limited", "Too many requests."));
            return;
        }
        int left = LIMIT - ++used;
        String path = x.getRequestURI().getRawPath(), method = x.getRequestMethod();
        if (path.equals("/v1/categories") && method.equals("GET")) answer(x, 200, left, "[" + String.join(",", rows) + "]");
        else if (path.equals("/v1/categories") && method.equals("POST")) {
            String type = Objects.requireNonNullElse(x.getRequestHeaders().getFirst("Content-Type"), "");
            if (!type.toLowerCase().startsWith("application/json")) { answer(x, 415, left, error(415, "unsupported_media_type", "Send application/json.")); return; }
            String wrong;
            try {
                Object v = Json.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
                if (!(v instanceof Map<?, ?> m)) wrong = "The body must be an object.";
                else if (!(m.get("name") instanceof String name)) wrong = "name is required and must be a string.";
                else {
                    Object d = m.get("description");
                    if (d != null && d != NULL && !(d instanceof String)) wrong = "description must be a string.";
                    else {
                        String row = "{\"id\":" + HUMAN.format(nextId++) + ",\"name\":" + quote(name) + (d instanceof String t ? ",\"description\":" + quote(t) : "") + "}";
                        rows.add(row);
                        answer(x, 201, left, row);
                        return;
                    }
                }
            } catch (java.nio.charset.CharacterCodingException | IllegalArgumentException e) { wrong = "The body is not JSON in UTF-8."; }
            answer(x, 400, left, error(400, "invalid_request", wrong));
        } else if (path.equals("/v1/categories")) answer(x, 405, left, error(405, "method_not_allowed", "Use GET or POST."));
        else if (path.equals("/v1/store/orders") && method.equals("GET")) answer(x, 200, left, "[]");
        else if (path.matches("/v1/pets/[^/]+") && method.equals("GET")) {
            x.getResponseHeaders().set("Deprecation", "true");
            x.getResponseHeaders().set("Sunset", "Fri, 31 Dec 2027 23:59:59 GMT");
            answer(x, 200, left, "{\"id\":1,\"name\":\"Rex\"}");
        } else answer(x, 404, left, error(404, "not_found", "No such resource."));
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // without it every answer waits 40 ms
        HttpServer s = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 64);
        s.createContext("/", PetStore::handle);
        s.setExecutor(Executors.newFixedThreadPool(24));
        s.start();
    }
}
