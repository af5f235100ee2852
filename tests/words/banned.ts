/**
 * Where a phrase is banned: in `text` (pages, comments, messages, test titles), as a `label` (a short string that is a
 * whole label), or as a `name` (identifiers and one-word strings).
 */
export type Place = 'text' | 'label' | 'name';

/** A phrase that people stumble on, and what to write instead. */
export interface Banned {
  readonly phrase: RegExp;
  readonly in: readonly Place[];
  readonly use: string;
  /** If this pattern matches a line, the line uses the phrase in another sense. */
  readonly unless?: RegExp;
}

const text: readonly Place[] = ['text'];
const name: readonly Place[] = ['name'];
const label: readonly Place[] = ['label'];
const everywhere: readonly Place[] = ['text', 'label', 'name'];

/** Many of these are ordinary words, wrong in one sense only, so each ban says where it applies. */
export const banned: readonly Banned[] = [
  // The field has its own terms for these things.
  {
    phrase:
      /\b(?:keep|break)s? (?:its|the) (?:interface )?specification\b|\b(?:kept|broke|broken) the specification\b/i,
    in: text,
    use: 'conforms to, violates',
  },
  { phrase: /\bledgers?\b/i, in: everywhere, use: 'requirements, requirement catalog' },
  { phrase: /ledger/i, in: name, use: 'requirements' },
  {
    phrase: /\b(?:required|advisory|observed|excluded|broken|other|this|each|every|one) rows?\b/i,
    in: text,
    use: 'requirement',
    unless: /table|timeline|option|matrix|list|column/i,
  },
  { phrase: /\banswer(?:s|ed|ing)?\b/i, in: text, use: 'response, responds, returned', unless: /question/i },
  {
    phrase: /answer/i,
    in: name,
    use: 'response, responded',
    // The ids of existing defects do not change.
    unless: /^(?:limit-answers-\d+|errors-answered-200)$/,
  },
  {
    phrase: /\b(?:bod(?:y|ies)|payloads?) to refuse\b|\brefused bod(?:y|ies)\b/i,
    in: text,
    use: 'invalid body',
  },
  { phrase: /refusedBod/i, in: name, use: 'invalidBodies' },
  {
    phrase: /\bdrawn\b|\bdrew\b/i,
    in: ['text', 'name'],
    use: 'generated',
    unless: /chart|picture|\bSVG\b|line|terminal|table|screen/i,
  },
  { phrase: /\btwins?\b/i, in: text, use: 'control request' },
  { phrase: /twin(?![a-z])/i, in: name, use: 'control' },
  { phrase: /^worth$/, in: name, use: 'priority' },
  {
    phrase: /\bnot exercised\b|\bunexercised\b/i,
    in: everywhere,
    use: 'not selected, not tested',
  },
  { phrase: /exercised/i, in: ['text', 'name'], use: 'tested' },
  { phrase: /\bresidues?\b|\bleft over\b/i, in: text, use: 'leftovers, leftover data' },
  { phrase: /residue/i, in: name, use: 'leftovers' },
  { phrase: /\bmend(?:s|ed|ing)?\b/i, in: ['text', 'name'], use: 'fix' },
  { phrase: /^mend|Mend(?:ed|s)?\b/, in: name, use: 'fix' },
  {
    phrase: /^(?:Means|Mend|Seen|Kept|Check|Asks|Left over|Own checks?|Rows|Answers|Question)$/,
    in: label,
    use: 'Impact, How to fix, Occurrences, Also correct, Verify with, Requirement, …',
    // A plan counts checks, so the word is correct there.
    unless: /^check$/,
  },
  {
    phrase: /\b(?:(?<!kit's |your )own checks?|checks? of (?:one's|your|their|its) own)\b/i,
    in: text,
    use: 'custom check',
  },
  { phrase: /\bpresentations?\b(?! forms)/i, in: text, use: 'validity' },
  { phrase: /^presentations?$/, in: name, use: 'validity' },
  { phrase: /\b(?:at|for) the desk\b/i, in: text, use: 'locally' },
  { phrase: /\bthe first number\b/i, in: text, use: 'the major version' },
  { phrase: /\bunder way\b/i, in: text, use: 'in flight, running' },
  { phrase: /\bside by side\b/i, in: text, use: 'concurrently, in parallel' },
  { phrase: /\b(?:sent|send|sends|sending|asked|tried|made) once more\b/i, in: text, use: 'retried, again' },
  { phrase: /\baccepted until a day\b/i, in: text, use: 'accepted until a date' },
  // These phrases read as translated.
  { phrase: /\bso many\b/i, in: text, use: 'a number; this many' },
  {
    phrase: /\b(?:is|are|was|were|be|been|being) told\b|\btold (?:of|apart by)\b|\btells?\b/i,
    in: text,
    use: 'reports, shows, says, describes',
  },
  {
    phrase: /\bstands\b|\bstood\b|\b(?:it|they|key|that|which|what|file|value|name) stand\b/i,
    in: text,
    use: 'is, appears',
  },
  { phrase: /\b(?:holds?|held|holding)\b[^.;:]{0,60}\bagainst\b/i, in: text, use: 'compares with' },
  { phrase: /\bby (?:itself|themselves)\b/i, in: text, use: 'automatically; on its own' },
  { phrase: /\bbeside\b/i, in: text, use: 'next to, compared with' },
  { phrase: /\bheed(?:s|ed|ing)?\b/i, in: text, use: 'follow, respect' },
  { phrase: /\bb(?:ear|ears|ore|orne|earing) (?:up)?on\b/i, in: text, use: 'concerns, is relevant to' },
  { phrase: /\blets? in(?:to)?\b|\bletting in\b/i, in: text, use: 'accepts' },
  {
    phrase: /\b(?:likewise|amid|anew|whoever|whosoever|thereof|wherein|hence|thereby|whereby|lest|upon)\b/i,
    in: text,
    use: 'a plain word',
  },
  { phrase: /\bno (?:longer|more) \w+ than\b/i, in: text, use: 'at most' },
  { phrase: /\b(?:and|that) (?:is|are) said to be\b/i, in: text, use: 'and says so' },
  { phrase: /\bof which\b/i, in: text, use: 'a second sentence' },
  { phrase: /\bfor whoever\b|\bfor nobody\b|\bnobody\b/i, in: text, use: 'no one, or say who' },
  {
    phrase:
      /, for (?:it|they|he|she|we|you|this|that|these|those|there|nothing|no|what|each|both|some|many|most|none) (?:is|are|was|were|has|have|had|can|could|may|might|would|will|does|do|did|needs|takes|gives|makes|says|gets|goes|comes|keeps|holds|knows|sends|asks)\b/i,
    in: text,
    use: 'because',
  },
  {
    phrase:
      /\b(?<!\bthere )(?:is|are|was|were) no (?!\w+er\b|need|such|reason|way|more|less|different|limit|response|requests?\b|body\b|\w+ (?:to|for|in|that|of|on|at|with|left|between|here)\b)\w+/i,
    in: text,
    use: 'is not a …',
  },
  { phrase: /\ball (?:that|what) (?:it|they|the|is|was|are)\b/i, in: text, use: 'everything …, or name it' },
  { phrase: /\b(?:hangs?|hung) on\b/i, in: text, use: 'depends on' },
  { phrase: /\b(?:goes|go|went|going) by\b/i, in: text, use: 'uses, follows' },
  {
    phrase: /\bcomes? to (?:the same|nothing|this|that)\b|\bcame to\b/i,
    in: text,
    use: 'results in, equals',
  },
  { phrase: /\b(?:lies|lay) (?:in|at|on|under|beside|there|where|alone)\b/i, in: text, use: 'is in' },
  { phrase: /\ba text\b|\btexts\b/i, in: text, use: 'a string, strings, text' },
  { phrase: /\bit takes to\b|\bwhat it takes\b/i, in: text, use: 'what is needed' },
  {
    phrase: /\btake[ns]? (?:it|them|one|this|that)? ?for\b|\btaken for\b/i,
    in: text,
    use: 'mistaken for, treated as',
  },
  { phrase: /\bto the (?:reader|user|people) who\b|\bpeople who ask\b/i, in: text, use: 'users' },
  { phrase: /\bof (?:the user's|users')(?= |$|\.)(?! (?:own )?\w)/i, in: text, use: "the user's …" },
];
