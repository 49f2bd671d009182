/** Entry of the worker in a browser. */
import { listen } from '../worker/browser';
import { serveEstimator, type EstimatorProtocol } from './protocol';

listen<EstimatorProtocol>(serveEstimator);
