import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './serve.ts';
import { type Prepared, prepared, SkippedStack, step } from './toolchain.ts';

const oldestJava = 17;

/** The differences between stacks that Maven builds. */
export interface MavenStack {
  /** The artifacts whose versions are shown, and their usual names. */
  readonly shown: Readonly<Record<string, string>>;
  /** The arguments of `java` for a port; paths are relative to the build folder. */
  readonly args: (port: number) => readonly string[];
}

/** Builds a Java stack in a copy of its sources in `folder`, with the versions in its pom.xml. */
export function prepareMaven(stack: MavenStack, source: string, folder: string): Promise<Prepared> {
  return prepared(async () => {
    const java = await step('java', ['-XshowSettings:none', '--version']);
    const [, version = '0'] = /^\S+ (\d+)/.exec(java) ?? [];
    if (Number(version) < oldestJava) throw new SkippedStack(`Java ${version} is older than ${oldestJava}`);
    cpSync(source, folder, { recursive: true });
    await step('mvn', ['--quiet', '--batch-mode', 'package'], folder);
    return {
      kind: 'ready',
      start: (options) => serve({ file: 'java', args: stack.args, cwd: folder }, options),
      versions: [
        ...versionsIn(readFileSync(join(source, 'pom.xml'), 'utf8'), stack.shown),
        `Java ${version}`,
      ],
    };
  });
}

function versionsIn(pom: string, shown: MavenStack['shown']): string[] {
  return Object.entries(shown).map(([artifact, name]) => {
    const [, version] =
      new RegExp(`<artifactId>${artifact}</artifactId>\\s*<version>(.*)</version>`).exec(pom) ?? [];
    return `${name} ${version}`;
  });
}
