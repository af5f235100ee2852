// This module is loaded before a command (`--import`). At the end, it writes the processor time of the process in seconds and its
// peak memory in kB to descriptor 3. It prefers VmHWM, because `maxRSS` starts with the value of the parent.
import { readFileSync, writeSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(
    3,
    JSON.stringify({
      processorSeconds: (userCPUTime + systemCPUTime) / 1_000_000,
      peakKb: highest() ?? maxRSS,
    }),
  );
});

function highest() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return undefined;
  }
}
