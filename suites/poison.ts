import { check, probe, suite } from '../src/checks/built-in.ts';
import { plainList, post } from '../src/checks/requests.ts';
import { poisonBodies } from '../src/payloads/unstated.ts';

const needs = { worth: 1, profiles: ['thorough'] } as const;

/** Each body, and the list that shows what became of the service. */
const steps = poisonBodies.map(({ name, body, creates }) => ({
  sent: probe('invalid.unstated', name, { ...needs, creates: creates ? 1 : 0 }, (maker) => {
    const mark = maker.name();
    return post(body(mark), { mark });
  }),
  afterwards: probe('invalid.unstated', `the list after ${name}`, needs, plainList),
}));

export default suite('What a faulty service may choke on', [
  check(
    'invalid.unstated',
    'bodies that a faulty service may store and choke on, up to the first that it does choke on',
    {
      ...needs,
      withKey: 1,
      spare: 1,
      mayBreak: steps.length,
      uses: steps.flatMap(({ sent, afterwards }) => [sent, afterwards]),
      phase: 'last',
    },
    async (tools) => {
      const { listHealth } = tools.readings;
      for (const { sent, afterwards } of steps) {
        await tools.probe(sent);
        await tools.probe(afterwards);
        if (listHealth.needsList()) break;
      }
      // A list that looks broken is read twice.
      if (listHealth.needsList()) await tools.send(plainList);
    },
  ),
]);
