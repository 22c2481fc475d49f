/** Puts the weights of the speech models chosen in cdk.json into the speech runtime of the first argument. */
import { chosenSpeechModels } from '#cdk/context.ts';
import { placeWeights } from './folder.ts';

try {
  await placeWeights(chosenSpeechModels(), process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
