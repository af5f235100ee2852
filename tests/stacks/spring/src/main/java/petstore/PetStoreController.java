package petstore;

import jakarta.validation.Valid;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/v1")
public class PetStoreController {

  private final List<Category> categories = new CopyOnWriteArrayList<>();
  private final AtomicLong counter = new AtomicLong();

  @GetMapping("/categories")
  public List<Category> listCategories() {
    return categories;
  }

  @PostMapping("/categories")
  @ResponseStatus(HttpStatus.CREATED)
  public Category createCategory(@Valid @RequestBody NewCategory category) {
    Category created = new Category(counter.incrementAndGet(), category.name(), category.description());
    categories.add(created);
    return created;
  }

  @GetMapping("/pets/{petId}")
  public ResponseEntity<Void> getPet(@PathVariable long petId) {
    return ResponseEntity.notFound().header("Sunset", "Fri, 31 Dec 2027 00:00:00 GMT").build();
  }

  @GetMapping("/store/orders")
  public List<Object> listOrders() {
    return List.of();
  }
}
