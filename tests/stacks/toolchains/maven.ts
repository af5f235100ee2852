import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './serve.ts';
import { LeftOut, type Prepared, prepared, step } from './toolchain.ts';

const oldestJava = 17;

/** What differs between stacks that Maven builds. */
export interface MavenStack {
  /** Artifacts whose version is given, and the names that people know them by. */
  readonly shown: Readonly<Record<string, string>>;
  /** What follows `java`, given the port; paths are relative to the folder of the build. */
  readonly args: (port: number) => readonly string[];
}

/** Builds a Java stack in a copy of its sources in `folder`, with what its pom.xml pins. */
export function prepareMaven(stack: MavenStack, source: string, folder: string): Promise<Prepared> {
  return prepared(async () => {
    const java = await step('java', ['-XshowSettings:none', '--version']);
    const [, version = '0'] = /^\S+ (\d+)/.exec(java) ?? [];
    if (Number(version) < oldestJava) throw new LeftOut(`Java ${version} is older than ${oldestJava}`);
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
