import express, { type ErrorRequestHandler, type RequestHandler, type Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import { listen } from '../listen.ts';
import type { Stack, StackOptions } from '../stack.ts';

/**
 * Starts the pet store on Express 5 and express-rate-limit 8, with the middleware in the order that most applications use.
 */
export function startExpress({ key, limit, windowSeconds }: StackOptions): Promise<Stack> {
  const app = express();

  app.use(express.json());
  app.use(
    rateLimit({
      windowMs: windowSeconds * 1000,
      limit,
      standardHeaders: 'draft-8',
      legacyHeaders: true, // X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset
    }),
  );
  app.use(requireApiKey(key));
  app.use('/v1', petStore());
  app.use((_req, res) => sendError(res, 404, 'not_found', 'Not found'));
  app.use(errorHandler);

  return listen(app);
}

interface Category {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
}

function petStore(): express.Router {
  const router = express.Router();
  const categories: Category[] = [{ id: 1, name: 'Dog', description: 'Dogs of all breeds' }];
  const pets = [{ id: 1, name: 'Rex', categoryId: 1 }];

  router.get('/categories', (_req, res) => {
    res.json(categories);
  });

  router.post('/categories', (req, res) => {
    const { name, description } = req.body ?? {};
    if (typeof name !== 'string' || name === '') {
      return sendError(res, 400, 'invalid_request', 'name is required and must be a string');
    }
    if (description !== undefined && typeof description !== 'string') {
      return sendError(res, 400, 'invalid_request', 'description must be a string');
    }
    const category = { id: categories.length + 1, name, description };
    categories.push(category);
    res.status(201).json(category);
  });

  router.get('/pets/:petId', (req, res) => {
    const pet = pets.find(({ id }) => id === Number(req.params.petId));
    if (pet === undefined) return sendError(res, 404, 'not_found', 'Pet not found');
    res.set('Sunset', new Date(Date.UTC(2027, 11, 31)).toUTCString());
    res.json(pet);
  });

  router.get('/store/orders', (_req, res) => {
    res.json([{ id: 1, petId: 1, quantity: 1, status: 'placed' }]);
  });

  return router;
}

function requireApiKey(key: string): RequestHandler {
  return (req, res, next) => {
    const [scheme, token] = (req.get('Authorization') ?? '').split(' ');
    if (scheme !== 'Bearer' || token !== key) {
      return sendError(res, 401, 'unauthorized', 'Missing or invalid API key');
    }
    next();
  };
}

function sendError(res: Response, status: number, code: string, message: string): void {
  res.status(status).json({ code, message, status });
}

// Express recognizes an error handler by its four arguments.
const errorHandler: ErrorRequestHandler = (error, _req, res, _next) => {
  const status = error.status ?? 500;
  if (status < 500) return sendError(res, status, 'invalid_request', error.message);
  sendError(res, 500, 'internal_error', 'Internal server error');
};
