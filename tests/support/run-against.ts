/** Tests run the kit the same way as the gallery. */
export { idsWith } from '../gallery/judge-row.ts';
export {
  runTrial as runAgainst,
  trialKey as testKey,
  trialSettings as settingsFor,
} from '../gallery/trial.ts';
