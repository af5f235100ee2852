package petstore;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** The pet store on an embedded Jetty 12 and Jackson. Environment: KEY, LIMIT, WINDOW_SECONDS, PORT. */
public class PetStore extends Handler.Abstract {

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Category(Long id, String name, String description) {}

  public record Failure(String code, String message, int status) {}

  private final ObjectMapper mapper = new ObjectMapper();
  private final List<Category> categories = new CopyOnWriteArrayList<>();
  private final AtomicLong counter = new AtomicLong();
  private final String expected = "Bearer " + System.getenv("KEY");
  private final FixedWindow window =
      new FixedWindow(Long.parseLong(System.getenv("LIMIT")), Long.parseLong(System.getenv("WINDOW_SECONDS")));

  public static void main(String[] args) throws Exception {
    Server server = new Server();
    HttpConfiguration configuration = new HttpConfiguration();
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(configuration));
    connector.setHost("127.0.0.1");
    connector.setPort(Integer.parseInt(System.getenv("PORT")));
    server.addConnector(connector);
    server.setHandler(new PetStore());
    server.start();
    server.join();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    FixedWindow.Usage usage = window.use(authorization);
    response.getHeaders().put("X-RateLimit-Limit", usage.limit());
    response.getHeaders().put("X-RateLimit-Remaining", usage.remaining());
    response.getHeaders().put("X-RateLimit-Reset", usage.reset());
    if (usage.exceeded()) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, usage.retryAfter());
      return fail(response, callback, 429, "too_many_requests", "Slow down");
    }
    if (!expected.equals(authorization)) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
      return fail(response, callback, 401, "unauthorized", "Missing or invalid API key");
    }
    String route = request.getMethod() + " " + Request.getPathInContext(request);
    if (route.equals("GET /v1/categories")) return send(response, callback, 200, categories);
    if (route.equals("POST /v1/categories")) return create(request, response, callback);
    if (route.equals("GET /v1/store/orders")) return send(response, callback, 200, List.of());
    if (route.startsWith("GET /v1/pets/")) return send(response, callback, 200, Map.of());
    return fail(response, callback, 404, "not_found", "There is nothing here");
  }

  private boolean create(Request request, Response response, Callback callback) throws Exception {
    Category sent;
    try {
      sent = mapper.readValue(Content.Source.asInputStream(request), Category.class);
    } catch (JsonProcessingException e) {
      return fail(response, callback, 400, "invalid_body", e.getOriginalMessage());
    }
    if (sent == null || sent.name() == null || sent.name().isBlank()) {
      return fail(response, callback, 400, "invalid_name", "name is required");
    }
    Category category = new Category(counter.incrementAndGet(), sent.name(), sent.description());
    categories.add(category);
    return send(response, callback, 201, category);
  }

  private boolean fail(Response response, Callback callback, int status, String code, String message)
      throws JsonProcessingException {
    return send(response, callback, status, new Failure(code, message, status));
  }

  private boolean send(Response response, Callback callback, int status, Object body) throws JsonProcessingException {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    Content.Sink.write(response, true, mapper.writeValueAsString(body), callback);
    return true;
  }
}
