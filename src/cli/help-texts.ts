const exitStatuses = `Exit status
  0    the service conforms
  1    it does not conform
  2    the command or its configuration is wrong; no request was sent
  3    it could not be tested (unreachable, key refused, fault of the kit)
  130  interrupted; the report of what was seen is written`;

/** What stands below the options in the help. Examples stand here too: yargs would break them amid a command. */
export const epilogues = {
  all: `Examples
  petstore-conformance run
      try it: starts the reference server in the same process and tests that
  petstore-conformance run --base-url https://petstore.example/v1 --plan free
      test a service; its key is taken from PETSTORE_API_KEY
  petstore-conformance explain auth.key-missing
      what a requirement asks, and how to mend a service that breaks it

${exitStatuses}`,

  run: `Every option is a variable as well: PETSTORE_BASE_URL for --base-url; flags win.
The key comes from PETSTORE_API_KEY or --api-key-file, never from a flag.

Examples
  petstore-conformance run
      try it: starts the reference server in the same process and tests that
  petstore-conformance run --base-url https://petstore.example/v1 --plan free
      test a service and hold its limits against plan Free
  petstore-conformance run --base-url http://localhost:8080/v1 --no-exhaust
      the same without using the window up: quicker, but the limit is not proven
  petstore-conformance run --base-url http://localhost:8080/v1 --only 'auth.*'
      some requirements only
  petstore-conformance run --base-url https://petstore.example/v1 --profile gentle
      nightly, on a key that others use: at most 40 requests

${exitStatuses}`,

  serve: `Examples
  petstore-conformance serve --plan free --window 10
      plan Free, with a minute of ten seconds
  petstore-conformance serve --port 0 --defect ID
      on any free port, with one mistake; an unknown ID lists what there is

It stops at Ctrl-C (SIGINT) or SIGTERM, after answering what is under way.`,

  list: `Examples
  petstore-conformance list --level required
      what a service must keep
  petstore-conformance list --json
      for programs`,

  explain: `Example
  petstore-conformance explain limit.recovers`,
} as const;
