/** Puts the weights of the speech models in cdk.json into a speech runtime. The first argument is the folder of the runtime. */
import { chosenSpeechModels } from '#cdk/context.ts';
import { placeWeights } from './folder.ts';

try {
  await placeWeights(chosenSpeechModels(), process.argv[2] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
