import express from 'express';
import { rateLimit } from 'express-rate-limit';

/**
 * The pet store service on Express 5 and express-rate-limit 8.
 *
 * @param {import('./server.d.mts').ExpressStackOptions} options
 * @returns {Promise<import('./server.d.mts').ExpressStack>}
 */
export function startExpressStack({ port = 0, key, windowMs = 60 * 1000, limit = 60 }) {
  const app = express();

  const limiter = rateLimit({
    windowMs,
    limit, // Limit each IP to `limit` requests per window.
    standardHeaders: 'draft-8',
    legacyHeaders: true, // X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset
  });

  app.use(express.json());
  app.use(limiter);
  app.use(requireApiKey(key));

  const v1 = express.Router();

  const categories = [{ id: 1, name: 'Dog', description: 'Dogs of all breeds' }];
  let nextId = 2;

  v1.get('/categories', (_req, res) => {
    res.json(categories);
  });

  v1.post('/categories', (req, res) => {
    const { name, description } = req.body ?? {};
    if (typeof name !== 'string' || name === '') {
      return sendError(res, 400, 'invalid_request', 'name is required and must be a string');
    }
    if (description !== undefined && typeof description !== 'string') {
      return sendError(res, 400, 'invalid_request', 'description must be a string');
    }
    const category = { id: nextId++, name, description };
    categories.push(category);
    res.status(201).json(category);
  });

  const pets = [
    { id: 1, name: 'Rex', categoryId: 1 },
    { id: 2, name: 'Bella', categoryId: 1 },
  ];

  // Deprecated, will be removed after the sunset date.
  v1.get('/pets/:petId', (req, res) => {
    res.set('Deprecation', `@${Date.UTC(2026, 0, 1) / 1000}`);
    res.set('Sunset', new Date(Date.UTC(2027, 11, 31)).toUTCString());
    const pet = pets.find((p) => p.id === Number(req.params.petId));
    if (!pet) {
      return sendError(res, 404, 'not_found', 'Pet not found');
    }
    res.json(pet);
  });

  v1.get('/store/orders', (_req, res) => {
    res.json([{ id: 1, petId: 1, quantity: 1, status: 'placed' }]);
  });

  app.use('/v1', v1);

  app.use((_req, res) => {
    sendError(res, 404, 'not_found', 'Not found');
  });

  app.use(errorHandler);

  return new Promise((resolve, reject) => {
    const server = app.listen(port, '127.0.0.1', (error) => {
      if (error) return reject(error);
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({
        url: `http://127.0.0.1:${address.port}/v1`,
        close: () =>
          new Promise((done, fail) => {
            server.close((err) => (err ? fail(err) : done()));
            server.closeAllConnections();
          }),
      });
    });
  });
}

function requireApiKey(key) {
  return (req, res, next) => {
    const [scheme, token] = (req.get('Authorization') ?? '').split(' ');
    if (scheme !== 'Bearer' || token !== key) {
      return sendError(res, 401, 'unauthorized', 'Missing or invalid API key');
    }
    next();
  };
}

function sendError(res, status, code, message) {
  res.status(status).json({ code, message, status });
}

// Four arguments: that is how Express recognises an error handler.
function errorHandler(err, _req, res, next) {
  if (res.headersSent) return next(err);
  const status = err.status ?? 500;
  if (status >= 500) {
    console.error(err);
    return sendError(res, status, 'internal_error', 'Internal server error');
  }
  sendError(res, status, 'invalid_request', err.message);
}
