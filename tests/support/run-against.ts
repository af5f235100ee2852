/** Tests run the kit in the way in which the gallery does. */
export { idsWith } from '../../gallery/outcome.ts';
export {
  runTrial as runAgainst,
  trialKey as testKey,
  trialSettings as settingsFor,
} from '../../gallery/trial.ts';
