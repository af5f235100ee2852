import { describe } from './mutants.mjs';
import { notSelected, unitsLeft, unitsOnly } from './selection.mjs';
import { store, storeList } from './stored.mjs';

/** A reporter for Stryker that stores the outcome of each mutant. */
class ResultStore {
  #mutants = new Map();

  onMutationTestingPlanReady({ mutantPlans }) {
    this.#mutants = new Map(mutantPlans.map(({ mutant }) => [mutant.id, describe(mutant, 0)]));
    storeList([...this.#mutants.values()]);
  }

  onMutantTested({ id, status, statusReason, killedBy }) {
    if (statusReason === notSelected) return;
    const isLeft = status === 'Survived' && unitsOnly();
    store(this.#mutants.get(id).key, isLeft ? unitsLeft : status, killedBy?.[0]);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'result-store', injectableClass: ResultStore }];
