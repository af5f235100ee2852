import type fc from 'fast-check';
import { referenceParts } from '../../reference-server/reference-parts.ts';
