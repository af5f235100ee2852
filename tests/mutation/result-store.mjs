import { describe } from './mutants.mjs';
import { notSelected, quickOnly, unitsLeft, unitsOnly } from './selection.mjs';
import { store, storeList, storeQuick } from './stored.mjs';

/** A reporter for Stryker that stores the outcome of each mutant. */
class ResultStore {
  #quick = { tried: 0, killed: 0 };
  #mutants = new Map();

  onMutationTestingPlanReady({ mutantPlans }) {
    this.#mutants = new Map(mutantPlans.map(({ mutant }) => [mutant.id, describe(mutant, 0)]));
    storeList([...this.#mutants.values()]);
  }

  onMutantTested({ id, status, statusReason, killedBy }) {
    if (statusReason === notSelected) return;
    if (quickOnly()) {
      this.#quick.tried++;
      if (status === 'Killed') this.#quick.killed++;
      return;
    }
    const isLeft = status === 'Survived' && unitsOnly();
    store(this.#mutants.get(id).key, isLeft ? unitsLeft : status, killedBy?.[0]);
  }

  onMutationTestReportReady() {
    if (quickOnly()) storeQuick(this.#quick);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'result-store', injectableClass: ResultStore }];
