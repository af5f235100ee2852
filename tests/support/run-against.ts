/** Tests run the kit in the way in which the gallery does. */
export { rowsWith as idsWith } from '../../src/gallery/outcome.ts';
export {
  runTrial as runAgainst,
  trialKey as testKey,
  trialSettings as settingsFor,
} from '../../src/gallery/trial.ts';
