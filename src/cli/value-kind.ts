/** What a positional word or the value of an option is taken from, for those who press Tab. */
export type ValueKind =
  | 'plan'
  | 'profile'
  | 'level'
  | 'format'
  | 'shell'
  | 'fail-on'
  | 'seed'
  | 'requirement'
  | 'pattern'
  | 'reporter'
  | 'defect'
  | 'variant'
  | 'gallery entry'
  | 'target'
  | 'file'
  | 'folder'
  | 'nothing';
