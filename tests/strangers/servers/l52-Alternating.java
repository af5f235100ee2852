// META {"legal": true, "what": "a minute limit (60 per 4 s) and a day limit (1000, Reset at the next midnight UTC); answers show them in turn, the 429 shows the minute with Remaining 0; a new category shows after 1.7 s; ids count down; 401s count in neither but show the day"}
import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.charset.*;
import java.util.*;
import java.util.concurrent.*;

public class L3Alternating {
  static final String KEY = System.getenv("KEY");
  static final int LIMIT = 60; static final long W = 4000;
  record Cat(long id, String name, String description, long at) {}
  static final List<Cat> cats = new ArrayList<>();
  static long start = 0; static int n = 0; static int day = 0, turn = 0;

  // strict JSON
  static class P {
    final String s; int i = 0;
    P(String s) { this.s = s; }
    RuntimeException bad() { return new IllegalArgumentException("at " + i); }
    void ws() { while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++; }
    Object top() { Object v = val(); ws(); if (i != s.length()) throw bad(); return v; }
    Object val() {
      ws(); if (i >= s.length()) throw bad();
      char c = s.charAt(i);
      if (c == '{') {
        Map<String, Object> m = new LinkedHashMap<>(); i++; ws();
        if (peek('}')) { i++; return m; }
        while (true) { ws(); if (!peek('"')) throw bad(); String k = str(); ws(); if (!peek(':')) throw bad(); i++; m.put(k, val()); ws(); if (peek(',')) { i++; continue; } if (peek('}')) { i++; return m; } throw bad(); }
      }
      if (c == '[') {
        List<Object> l = new ArrayList<>(); i++; ws();
        if (peek(']')) { i++; return l; }
        while (true) { l.add(val()); ws(); if (peek(',')) { i++; continue; } if (peek(']')) { i++; return l; } throw bad(); }
      }
      if (c == '"') return str();
      for (String w : new String[] {"true", "false", "null"}) if (s.startsWith(w, i)) { i += w.length(); return w.equals("null") ? null : (Object) Boolean.valueOf(w); }
      var m = java.util.regex.Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?").matcher(s).region(i, s.length());
      if (!m.lookingAt()) throw bad();
      i = m.end(); return new StringBuilder(m.group()); // a number
    }
    boolean peek(char c) { return i < s.length() && s.charAt(i) == c; }
    String str() {
      StringBuilder b = new StringBuilder(); i++;
      while (true) {
        if (i >= s.length()) throw bad();
        char c = s.charAt(i++);
        if (c == '"') return b.toString();
        if (c < 32) throw bad();
        if (c != '\\') { b.append(c); continue; }
        if (i >= s.length()) throw bad();
        c = s.charAt(i++);
        int k = "\"\\/bfnrt".indexOf(c);
        if (k >= 0) b.append("\"\\/\b\f\n\r\t".charAt(k));
        else if (c == 'u' && i + 4 <= s.length() && s.substring(i, i + 4).matches("[0-9a-fA-F]{4}")) { b.append((char) Integer.parseInt(s.substring(i, i + 4), 16)); i += 4; }
        else throw bad();
      }
    }
  }
  static String q(String s) {
    StringBuilder b = new StringBuilder("\"");
    for (char c : s.toCharArray()) { if (c == '"' || c == '\\') b.append('\\').append(c); else if (c < 32) b.append(String.format("\\u%04x", (int) c)); else b.append(c); }
    return b.append('"').toString();
  }
  static String cat(Cat c) { return "{\"id\":" + c.id + ",\"name\":" + q(c.name) + (c.description == null ? "" : ",\"description\":" + q(c.description)) + "}"; }
  static String err(int s, String c, String m) { return "{\"code\":" + q(c) + ",\"message\":" + q(m) + ",\"status\":" + s + "}"; }
  record Res(int s, String b) {}
  static Res create(byte[] raw) {
    Object v;
    try { v = new P(StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(raw)).toString()).top(); }
    catch (Exception | StackOverflowError e) { return new Res(400, err(400, "malformed", "The body is not JSON.")); }
    if (!(v instanceof Map<?, ?> m) || !(m.get("name") instanceof String name)) return new Res(400, err(400, "invalid_name", "An object with a name is needed."));
    if (m.containsKey("description") && !(m.get("description") instanceof String)) return new Res(400, err(400, "invalid_description", "description is text."));
    synchronized (cats) {
      Cat c = new Cat(1000 - cats.size(), name, (String) m.get("description"), System.currentTimeMillis());
      cats.add(c); return new Res(201, cat(c));
    }
  }
  static void send(HttpExchange x, Res r) throws IOException {
    byte[] d = r.b.getBytes(StandardCharsets.UTF_8);
    if (r.s == 401) x.getResponseHeaders().set("WWW-Authenticate", "Bearer");
    x.getResponseHeaders().set("Content-Type", "application/json");
    x.sendResponseHeaders(r.s, d.length == 0 ? -1 : d.length);
    x.getResponseBody().write(d); x.close();
  }
  public static void main(String[] a) throws Exception {
    HttpServer s = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), Integer.parseInt(a[0])), 64);
    s.setExecutor(Executors.newFixedThreadPool(16));
    s.createContext("/", x -> { try { handle(x); } catch (Exception e) { e.printStackTrace(); x.close(); } });
    s.start();
  }
  static void handle(HttpExchange x) throws IOException {
    byte[] raw = x.getRequestBody().readAllBytes();
    List<String> au = x.getRequestHeaders().getOrDefault("Authorization", List.of());
    boolean ok = au.size() == 1 && au.get(0).regionMatches(true, 0, "Bearer ", 0, 7) && au.get(0).substring(7).strip().equals(KEY);
    long t = System.currentTimeMillis(), mid = (t / 86400000 + 1) * 86400;
    int lim, rem; long reset, wait = 0; boolean pass = true;
    synchronized (L3Alternating.class) {
      if (!ok) { lim = 1000; rem = 1000 - day; reset = mid; }
      else {
        if (t - start >= W) { start = t; n = 0; }
        n++; if (n <= LIMIT) day++; pass = n <= LIMIT; wait = Math.max(1, (start + W - t + 999) / 1000);
        if (!pass || turn++ % 2 == 0) { lim = LIMIT; rem = Math.max(0, LIMIT - n); reset = (start + W + 999) / 1000; }
        else { lim = 1000; rem = 1000 - day; reset = mid; }
      }
    }
    var h = x.getResponseHeaders();
    h.set("X-RateLimit-Limit", "" + lim); h.set("X-RateLimit-Remaining", "" + rem); h.set("X-RateLimit-Reset", "" + reset);
    String p = x.getRequestURI().getPath(), m = x.getRequestMethod();
    if (!ok) { send(x, new Res(401, err(401, "401", "Key missing or invalid."))); return; }
    if (!pass) { h.set("Retry-After", "" + wait); send(x, new Res(429, "")); return; }
    if (p.equals("/v1/categories") && m.equals("GET")) {
      StringJoiner j = new StringJoiner(",", "[", "]");
      synchronized (cats) { for (Cat c : cats) if (t - c.at > 1700) j.add(cat(c)); }
      send(x, new Res(200, j.toString()));
    } else if (p.equals("/v1/categories") && m.equals("POST")) send(x, create(raw));
    else if (p.startsWith("/v1/pets/")) { h.set("Deprecation", "@1700000000"); h.set("Sunset", "Thu, 31 Dec 2026 23:59:59 GMT"); send(x, new Res(200, "{\"id\":1}")); }
    else if (p.equals("/v1/store/orders")) send(x, new Res(200, "[]"));
    else send(x, new Res(404, err(404, "404", "Not found.")));
  }
}
