package petstore;

import jakarta.validation.constraints.NotBlank;

public record NewCategory(@NotBlank String name, String description) {
}
