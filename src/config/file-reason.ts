const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOENT: 'it does not exist',
    EACCES: 'permission was denied',
    EPERM: 'permission was denied',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of its path is no directory',
    EEXIST: 'a file of that name is in the way',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space is left there',
    EDQUOT: 'no space is left there',
    EFBIG: 'it is too large',
    EIO: 'reading or writing failed there',
    ENAMETOOLONG: 'the name is too long',
    ENXIO: 'it is a pipe that nobody reads',
    ETIMEDOUT: 'it is a pipe into which nobody writes',
    EMFILE: 'this process may open no more files (see ulimit -n)',
    ENFILE: 'the system can open no more files',
    ELOOP: 'its links lead in a circle',
  }),
);

const megabyte = 1024 * 1024;

/** Why the file system refused, in words. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const most = error instanceof Error && 'most' in error ? Number(error.most) / megabyte : 0;
  if (code === 'EFBIG' && most >= 1) return `it has more than ${most} MB`;
  return reasons.get(code) ?? `the system said ${code}`;
}
