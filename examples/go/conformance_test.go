package conformance_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"
)

type report struct {
	Verdict struct {
		ExitStatus int
		Sentence   string
	}
	Requirements []struct {
		ID, Title, Verdict string
		Reason             struct{ Text string }
	}
	Findings []finding
}

type finding struct{ Requirement, Expected, Received, Fix, Curl string }

func TestConformance(t *testing.T) {
	file := os.Getenv("CONFORMANCE_REPORT")
	if file == "" {
		file = "reports/report.json"
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	failed := false
	for _, one := range r.Requirements {
		if one.Verdict == "not testable" {
			continue
		}
		t.Run(one.ID, func(t *testing.T) {
			t.Log(one.Title)
			switch one.Verdict {
			case "accepted", "not tested", "not selected":
				t.Skip(one.Verdict + ": " + shown(one.Reason.Text))
			case "fail":
				failed = true
				t.Error(describe(r.Findings, one.ID))
			}
		})
	}
	t.Run("run", func(t *testing.T) {
		if r.Verdict.ExitStatus != 0 && !failed {
			t.Error(shown(r.Verdict.Sentence))
		}
	})
}

// describe returns the findings of a requirement.
func describe(findings []finding, id string) (words string) {
	for _, one := range findings {
		if one.Requirement != id {
			continue
		}
		words += "\nExpected  " + shown(one.Expected) + "\nReceived  " + shown(one.Received) +
			"\nFix       " + shown(one.Fix) + "\nRequest   " + shown(one.Curl)
	}
	return words
}

// shown replaces control characters, which a server may have sent.
func shown(text string) string {
	return strings.Map(func(letter rune) rune {
		if unicode.IsPrint(letter) {
			return letter
		}
		return '?'
	}, text)
}
