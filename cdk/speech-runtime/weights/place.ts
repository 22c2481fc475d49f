/** Puts the weights of the speech model that cdk.json chooses into the speech runtime named first. */
import { chosenSpeechModel } from '#cdk/context.ts';
import { placeWeights } from './folder.ts';

try {
  await placeWeights(chosenSpeechModel(), process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
