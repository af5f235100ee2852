/** Tests run the kit in the same way as the gallery does. */
export { idsWith } from '../gallery/judge-row.ts';
export {
  runTrial as runAgainst,
  trialKey as testKey,
  trialSettings as settingsFor,
} from '../gallery/trial.ts';
