package petstore;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The pet store on Spring Boot 4 and bucket4j. Environment: KEY, LIMIT, WINDOW_SECONDS, SERVER_PORT. */
@SpringBootApplication
public class PetStoreApplication {

  public static void main(String[] args) {
    SpringApplication.run(PetStoreApplication.class, args);
  }
}
