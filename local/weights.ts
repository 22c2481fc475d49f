import { runScript } from './project-script.ts';

/** Puts the weights of the chosen speech models into the speech runtime. Throws an error with the remedy if they are missing. */
export const placeWeights = async (speechDir: string): Promise<void> => {
  await runScript('cdk/speech-runtime/weights/place.ts', [speechDir], {});
};
