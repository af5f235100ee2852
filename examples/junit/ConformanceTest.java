import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ConformanceTest {
    private final List<String> failed = new ArrayList<>();

    @TestFactory
    List<DynamicTest> conformance() throws IOException {
        String file = System.getenv().getOrDefault("CONFORMANCE_REPORT", "reports/report.json");
        JsonNode report = new ObjectMapper().readTree(new File(file));
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode requirement : report.required("requirements")) {
            String id = requirement.required("id").asText();
            if (!requirement.required("verdict").asText().equals("not testable"))
                tests.add(dynamicTest(id, () -> judge(requirement, findingsOf(report, id))));
        }
        tests.add(dynamicTest("run", () -> {
            JsonNode verdict = report.required("verdict");
            if (verdict.required("exitStatus").asInt() != 0 && failed.isEmpty())
                Assertions.fail(shown(verdict.path("sentence")));
        }));
        return tests;
    }

    private void judge(JsonNode requirement, List<JsonNode> findings) {
        String verdict = requirement.required("verdict").asText();
        if (List.of("accepted", "not tested", "not selected").contains(verdict))
            Assumptions.abort(verdict + ": " + shown(requirement.path("reason").path("text")));
        if (!verdict.equals("fail")) return;
        StringBuilder words = new StringBuilder(requirement.required("title").asText());
        for (JsonNode finding : findings)
            words.append("\nExpected  ").append(shown(finding.path("expected")))
                    .append("\nReceived  ").append(shown(finding.path("received")))
                    .append("\nFix       ").append(shown(finding.path("fix")))
                    .append("\nRequest   ").append(shown(finding.path("curl")));
        failed.add(requirement.required("id").asText());
        Assertions.fail(words.toString());
    }

    private static List<JsonNode> findingsOf(JsonNode report, String id) {
        List<JsonNode> findings = new ArrayList<>();
        for (JsonNode finding : report.required("findings"))
            if (finding.required("requirement").asText().equals(id)) findings.add(finding);
        return findings;
    }

    /** Replaces control characters, which a server may have sent. */
    private static String shown(JsonNode text) {
        return text.asText("").replaceAll("\\p{C}", "?");
    }
}
