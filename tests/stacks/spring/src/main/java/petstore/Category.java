package petstore;

public record Category(long id, String name, String description) {
}
