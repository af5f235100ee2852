import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './serve.ts';
import { LeftOut, type Prepared, prepared, step } from './toolchain.ts';

const oldestJava = 17;

/** Builds a Spring Boot stack in a copy of its sources in `folder`, with what its pom.xml pins. */
export function prepareMaven(source: string, folder: string): Promise<Prepared> {
  return prepared(async () => {
    const java = await step('java', ['-XshowSettings:none', '--version']);
    const [, version = '0'] = /^\S+ (\d+)/.exec(java) ?? [];
    if (Number(version) < oldestJava) throw new LeftOut(`Java ${version} is older than ${oldestJava}`);
    cpSync(source, folder, { recursive: true });
    await step('mvn', ['--quiet', '--batch-mode', 'package'], folder);
    const jar = join(folder, 'target', 'petstore.jar');
    return {
      kind: 'ready',
      start: (options) =>
        serve({ file: 'java', args: (port) => ['-jar', jar, `--server.port=${port}`], cwd: folder }, options),
      versions: [...versionsIn(readFileSync(join(source, 'pom.xml'), 'utf8')), `Java ${version}`],
    };
  });
}

function versionsIn(pom: string): string[] {
  const named = { 'spring-boot-starter-parent': 'Spring Boot', 'bucket4j_jdk17-core': 'bucket4j' };
  return Object.entries(named).map(([artifact, name]) => {
    const [, version] =
      new RegExp(`<artifactId>${artifact}</artifactId>\\s*<version>(.*)</version>`).exec(pom) ?? [];
    return `${name} ${version}`;
  });
}
