/** Puts the weights of the speech model chosen in cdk.json into the speech runtime of the first argument. */
import { chosenSpeechModel } from '#cdk/context.ts';
import { placeWeights } from './folder.ts';

try {
  await placeWeights(chosenSpeechModel(), process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
