const exitStatuses = `Exit status
  0    the service conforms
  1    it does not conform
  2    the command or its configuration is wrong; no request was sent
  3    it could not be tested (unreachable, key refused, fault of the kit)
  130  interrupted; the report of what was seen is written`;

/**
 * What stands below the options in the help, in lines of at most 80 columns: nothing breaks them again, for a
 * command has to stay in one piece. Commands begin with npx, which finds the kit in a clone of it as well.
 */
export const epilogues = {
  all: `Examples
  npx petstore-conformance run
      try it: starts the reference server in the same process and tests that
  npx petstore-conformance run --base-url https://petstore.example/v1
      test a service; its key is taken from PETSTORE_API_KEY
  npx petstore-conformance explain auth.key-missing
      what a requirement asks, and how to mend a service that breaks it

${exitStatuses}`,

  run: `Every option is a variable as well: PETSTORE_BASE_URL for --base-url; flags win.
The key comes from PETSTORE_API_KEY or --api-key-file, never from a flag.

Examples; URL is an address such as https://petstore.example/v1
  npx petstore-conformance run
      try it: starts the reference server in the same process and tests that
  npx petstore-conformance run --base-url URL --plan free
      test a service and hold its limits against plan Free
  npx petstore-conformance run --base-url URL --no-exhaust
      the same without using the window up: quicker, but the limit is not proven
  npx petstore-conformance run --base-url URL --only 'auth.*'
      some requirements only
  npx petstore-conformance run --base-url URL --profile gentle
      nightly, on a key that others use: at most 40 requests

Words
  requirement  a sentence of the specification, by its id (see list); also a row
  check        a question to the service; a requirement may need several. What
               several of them share is sent once and counts as one more check

${exitStatuses}`,

  replay: `The finding is sent to --base-url or --target. Without them it goes to the
target of the report, where that is on this machine or is the configured one.

Examples
  npx petstore-conformance replay reports/report.json
      the only finding of the report
  npx petstore-conformance replay reports/report.json --finding list.ok
      one of several

Exit status
  0    mended
  1    still there
  2    the command or the report is wrong; no request was sent
  3    not reproduced (its conditions did not occur again), or it could not
       be told
  130  interrupted`,

  report: `Examples
  npx petstore-conformance report reports/report.json
      as it was printed
  npx petstore-conformance report reports/report.json --reporter html=page.html
      a page to read
  npx petstore-conformance report reports/report.json --reporter junit,markdown
      junit.xml and summary.md, beside the report

Exit status
  0    written
  2    the command or the report is wrong
  3    a report could not be written`,

  diff: `Examples
  npx petstore-conformance diff yesterday/report.json reports/report.json
      as text
  npx petstore-conformance diff yesterday/report.json reports/report.json --json
      for programs
  npx petstore-conformance diff yesterday/report.json reports/report.json \\
    --format markdown
      for a comment, or the summary of a step

Exit status
  0    nothing new
  1    something fails that did not fail before, or fails in another way
  2    the command or a report is wrong`,

  waive: `Example
  npx petstore-conformance waive reports/report.json --expires 2027-01-31 \\
    --owner Ada --reason gateway-is-being-replaced
      accepts until that day what fails now

A run finds the file where it is started, or by --waivers. A waiver that is
expired, or waives what is mended, fails the run: take it out.

Exit status
  0    written, or nothing to waive
  2    the command or the report is wrong; nothing was written`,

  judge: `The key, where PETSTORE_API_KEY holds it, tells valid keys from others.

Example
  npx petstore-conformance judge traffic.har

${exitStatuses}`,

  serve: `Examples
  npx petstore-conformance serve --plan free --window 10
      plan Free, with a minute of ten seconds
  npx petstore-conformance serve --port 0 --defect name-number-coerced
      on any free port, with one mistake: to see what a run says of it
  npx petstore-conformance list --defects
      the mistakes to choose from; list --variants: the legal variants

It stops at Ctrl-C (SIGINT) or SIGTERM, after answering what is under way.

Exit status
  0    stopped
  2    the command is wrong, or the address is taken`,

  list: `Examples
  npx petstore-conformance list --level required
      what a service must keep
  npx petstore-conformance list --defects
      servers with one mistake each, and the requirements they break
  npx petstore-conformance list --json
      for programs

Exit status
  0    listed
  2    the command is wrong`,

  explain: `Examples
  npx petstore-conformance explain limit.recovers
      the sentence, how it is checked, how to mend it, and it kept and broken
  npx petstore-conformance explain limit.recovers --json
      for programs, with every mistake of the gallery that breaks it

Exit status
  0    explained
  2    there is no such requirement, or the command is wrong`,

  init: `What no option gives is asked for on a terminal; elsewhere it has a default.
Nothing that is there already is written over without --force.

Examples
  npx petstore-conformance init
      asks, and writes the configuration and a nightly workflow
  npx petstore-conformance init --base-url https://staging.petstore.example/v1 \\
    --plan pro --key-variable STAGING_KEY
      asks for the rest, on a terminal

Exit status
  0    written
  2    an option is wrong, or a file is there already
  130  interrupted`,

  completion: `The command itself has to be on the PATH: npm install --global . does that.

Examples
  npx petstore-conformance completion bash
      in ~/.bashrc: source <(petstore-conformance completion bash)
  npx petstore-conformance completion zsh
      in ~/.zshrc: source <(petstore-conformance completion zsh)
      behind compinit

Exit status
  0    printed
  2    the shell is none of these`,

  gallery: `Each server is the reference server, changed in one point. Kit and server share
a clock whose sleeps take no time.

Examples
  npx petstore-conformance gallery
      all of them: the kill matrix, requirement by defect
  npx petstore-conformance gallery --only error-status-other
      one of them, while a defect or a check is written
  npx petstore-conformance gallery --only 'list-*,token-bucket'
      several, by patterns of their ids
  npx petstore-conformance gallery --write docs/gallery.md
      all of them, and the page about them

Exit status
  0    each defect was found at its own rows alone, each legal variant passed
  1    not so: what was expected and what was seen is printed
  2    the command is wrong; no server was started
  3    a fault of the kit
  130  interrupted`,
} as const;
