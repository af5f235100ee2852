// META {"legal": true, "what": "ids beyond 2^53 are plain digits in the 201 and in scientific notation in the list (9000000000000000010 and 9.00000000000000001E+18), the same integer", "mustFail": [], "mayFail": [], "mayWarn": []}
// After FasterXML/jackson-databind#228 (600 becomes 6E+2) and #5605 (100 directly, but 1E+2 through a tree).
// Legal: reading 9 ("4.01e2 and 401.0 are integers in JSON", huge ids are legal); the value is exactly the int64 of the 201.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class E09 {
    static final String KEY = env("KEY", "test-key");
    static final int LIMIT = Integer.parseInt(env("LIMIT", "60"));
    static final long WINDOW = Long.parseLong(env("WINDOW_MS", "4000"));

    static String env(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? otherwise : value;
    }

    record Category(long id, String name, String description) {}

    static final List<Category> CATEGORIES = new ArrayList<>();

    static long lastId = 9_000_000_000_000_000_000L;

    static long nextId() { return lastId += 10; }

    // The list goes through a tree of BigDecimals without trailing zeros.
    static String listedId(long id) { return BigDecimal.valueOf(id).stripTrailingZeros().toString(); }

    static void unauthorized(HttpExchange x, Rate rate) throws IOException {
        ok(x, 401, error(401, "unauthorized", "A valid API key is needed."), rate);
    }

    // ---- the limiter: a fixed window, aligned to the clock; 401s are not counted ----
    record Rate(int remaining, long reset, long pause, boolean refused) {}

    static long windowNumber = -1;
    static int used = 0;

    static long roll(long now) {
        if (now / WINDOW != windowNumber) {
            windowNumber = now / WINDOW;
            used = 0;
        }
        return (windowNumber + 1) * WINDOW;
    }

    static Rate idle() {
        long end = roll(System.currentTimeMillis());
        return new Rate(LIMIT - used, (end + 999) / 1000, 0, false);
    }

    static Rate take() {
        long now = System.currentTimeMillis();
        long end = roll(now);
        if (used >= LIMIT) return new Rate(0, (end + 999) / 1000, Math.max(1, (end - now + 999) / 1000), true);
        used++;
        return new Rate(LIMIT - used, (end + 999) / 1000, 0, false);
    }

    // ---- writing JSON ----
    static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < 0x20) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        return out.append('"').toString();
    }

    static String json(Category c, String id) {
        return "{\"id\":" + id + ",\"name\":" + quote(c.name())
            + (c.description() == null ? "" : ",\"description\":" + quote(c.description())) + "}";
    }

    // ---- reading JSON, strictly; numbers, booleans and null are kept as Object ----
    static class Bad extends RuntimeException {}

    static class Reader {
        final String s;
        int i = 0;
        Reader(String s) { this.s = s; }

        char peek() { if (i >= s.length()) throw new Bad(); return s.charAt(i); }
        void blanks() { while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++; }
        void expect(char c) { if (peek() != c) throw new Bad(); i++; }

        Object document() {
            Object value = value(0);
            blanks();
            if (i < s.length()) throw new Bad();
            return value;
        }

        static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

        Object value(int depth) {
            if (depth > 200) throw new Bad();
            blanks();
            char c = peek();
            if (c == '"') return string();
            if (c == '{') {
                Map<String, Object> map = new LinkedHashMap<>();
                i++; blanks();
                if (peek() == '}') { i++; return map; }
                while (true) {
                    blanks();
                    String name = string();
                    blanks(); expect(':');
                    map.put(name, value(depth + 1));
                    blanks();
                    if (peek() == ',') { i++; continue; }
                    expect('}');
                    return map;
                }
            }
            if (c == '[') {
                List<Object> list = new ArrayList<>();
                i++; blanks();
                if (peek() == ']') { i++; return list; }
                while (true) {
                    list.add(value(depth + 1));
                    blanks();
                    if (peek() == ',') { i++; continue; }
                    expect(']');
                    return list;
                }
            }
            for (String word : new String[] {"true", "false", "null"}) {
                if (s.startsWith(word, i)) { i += word.length(); return word.toCharArray(); }
            }
            Matcher m = NUMBER.matcher(s).region(i, s.length());
            if (!m.lookingAt()) throw new Bad();
            i = m.end();
            return m.group().toCharArray();
        }

        String string() {
            expect('"');
            StringBuilder out = new StringBuilder();
            while (true) {
                char c = peek();
                i++;
                if (c == '"') return out.toString();
                if (c < 0x20) throw new Bad();
                if (c != '\\') { out.append(c); continue; }
                char e = peek();
                i++;
                int at = "\"\\/bfnrt".indexOf(e);
                if (at >= 0) out.append("\"\\/\b\f\n\r\t".charAt(at));
                else if (e == 'u') {
                    if (i + 4 > s.length() || !s.substring(i, i + 4).matches("[0-9a-fA-F]{4}")) throw new Bad();
                    out.append((char) Integer.parseInt(s.substring(i, i + 4), 16));
                    i += 4;
                } else throw new Bad();
            }
        }
    }

    static Category parse(byte[] raw, long id) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw)).toString();
            if (!(new Reader(text).document() instanceof Map<?, ?> map)) throw new Bad();
            if (!(map.get("name") instanceof String name) || name.isBlank()) throw new Bad();
            String description = null;
            if (map.containsKey("description")) {
                if (!(map.get("description") instanceof String given)) throw new Bad();
                description = given;
            }
            // A lone surrogate cannot be written as UTF-8.
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(name + " " + (description == null ? "" : description))) throw new Bad();
            return new Category(id, name, description);
        } catch (CharacterCodingException problem) {
            throw new Bad();
        }
    }

    // ---- answers and routes ----
    static void send(HttpExchange x, int status, String json, Rate rate, Charset charset, String type) throws IOException {
        byte[] body = json.getBytes(charset);
        var h = x.getResponseHeaders();
        h.set("Content-Type", type);
        h.set("X-RateLimit-Limit", "" + LIMIT);
        h.set("X-RateLimit-Remaining", "" + rate.remaining());
        h.set("X-RateLimit-Reset", "" + rate.reset());
        if (x.getRequestMethod().equals("HEAD")) {
            x.sendResponseHeaders(status, -1);
            return;
        }
        x.sendResponseHeaders(status, body.length);
        try (OutputStream out = x.getResponseBody()) {
            out.write(body);
        }
    }

    static void ok(HttpExchange x, int status, String json, Rate rate) throws IOException {
        send(x, status, json, rate, StandardCharsets.UTF_8, "application/json");
    }

    static String error(int status, String code, String message) {
        return "{\"code\":" + quote(code) + ",\"message\":" + quote(message) + ",\"status\":" + status + "}";
    }

    static synchronized void handle(HttpExchange x) throws IOException {
        byte[] raw = x.getRequestBody().readAllBytes();
        String path = x.getRequestURI().getPath();
        String method = x.getRequestMethod();
        String given = x.getRequestHeaders().getFirst("Authorization");
        Matcher m = Pattern.compile("(?is)Bearer +(.*)").matcher(given == null ? "" : given.strip());
        if (!m.matches() || !m.group(1).equals(KEY)) {
            x.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            unauthorized(x, idle());
            return;
        }
        Rate rate = take();
        if (rate.refused()) {
            x.getResponseHeaders().set("Retry-After", "" + rate.pause());
            ok(x, 429, error(429, "rate_limited", "Too many requests."), rate);
        } else if (path.equals("/v1/categories") && method.equals("GET")) {
            List<String> parts = new ArrayList<>();
            for (Category c : CATEGORIES) parts.add(json(c, listedId(c.id())));
            ok(x, 200, "[" + String.join(",", parts) + "]", rate);
        } else if (path.equals("/v1/categories") && method.equals("POST")) {
            String type = x.getRequestHeaders().getFirst("Content-Type");
            if (type == null || !type.split(";")[0].strip().equalsIgnoreCase("application/json")) {
                ok(x, 415, error(415, "unsupported_media_type", "Send application/json."), rate);
                return;
            }
            try {
                Category c = parse(raw, nextId());
                CATEGORIES.add(c);
                ok(x, 201, json(c, "" + c.id()), rate);
            } catch (Bad | StackOverflowError bad) {
                ok(x, 400, error(400, "invalid_category", "The body is no valid category."), rate);
            }
        } else if (path.equals("/v1/categories")) {
            x.getResponseHeaders().set("Allow", "GET, POST");
            ok(x, 405, error(405, "method_not_allowed", "Use GET or POST."), rate);
        } else if (path.matches("/v1/pets/[^/]+") && method.equals("GET")) {
            ok(x, 200, "{\"id\":1,\"name\":\"Rex\"}", rate);
        } else if (path.equals("/v1/store/orders") && method.equals("GET")) {
            ok(x, 200, "[]", rate);
        } else {
            ok(x, 404, error(404, "not_found", "Nothing here."), rate);
        }
    }

    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        CATEGORIES.add(new Category(nextId(), "dog", "barks"));
        CATEGORIES.add(new Category(nextId(), "cat", null));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 128);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", x -> { try (x) { handle(x); } });
        server.start();
    }
}
