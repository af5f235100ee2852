import 'reflect-metadata';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Inject,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Post,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import type { Request } from 'express';
import { baseUrlOf } from '../listen.ts';
import type { Stack, StackOptions } from '../stack.ts';

const API_KEY = Symbol('API_KEY');

class CreateCategoryDto {
  @IsString()
  @IsNotEmpty()
  name!: string;

  @IsOptional()
  @IsString()
  description?: string;
}

@Injectable()
class CategoriesService {
  private readonly categories: (CreateCategoryDto & { id: number })[] = [];

  findAll() {
    return this.categories;
  }

  create({ name, description }: CreateCategoryDto) {
    const category = {
      id: this.categories.length + 1,
      name,
      ...(description !== undefined && { description }),
    };
    this.categories.push(category);
    return category;
  }
}

@Controller('categories')
class CategoriesController {
  @Inject(CategoriesService)
  private readonly categories!: CategoriesService;

  @Get()
  list() {
    return this.categories.findAll();
  }

  @Post()
  create(@Body() category: CreateCategoryDto) {
    return this.categories.create(category);
  }
}

@Controller()
class OtherController {
  @Get('pets/:petId')
  @Header('Sunset', 'Fri, 31 Dec 2027 00:00:00 GMT')
  pet(@Param('petId') petId: string): never {
    throw new NotFoundException(`There is no pet ${petId}`);
  }

  @Get('store/orders')
  orders() {
    return [];
  }
}

@Injectable()
class ApiKeyGuard implements CanActivate {
  @Inject(API_KEY)
  private readonly key!: string;

  canActivate(context: ExecutionContext): boolean {
    const [type, token] =
      context.switchToHttp().getRequest<Request>().headers.authorization?.split(' ') ?? [];
    if (type !== 'Bearer' || token !== this.key) throw new UnauthorizedException();
    return true;
  }
}

/** Starts the pet store on Nest 11, with Nest's throttler as a global guard and ValidationPipe as a global pipe. */
export async function startNest({ key, limit, windowSeconds }: StackOptions): Promise<Stack> {
  @Module({
    imports: [ThrottlerModule.forRoot([{ ttl: windowSeconds * 1000, limit }])],
    controllers: [CategoriesController, OtherController],
    providers: [
      CategoriesService,
      { provide: API_KEY, useValue: key },
      { provide: APP_GUARD, useClass: ThrottlerGuard },
      { provide: APP_GUARD, useClass: ApiKeyGuard },
    ],
  })
  class AppModule {}

  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false });
  app.setGlobalPrefix('v1');
  app.useGlobalPipes(new ValidationPipe());
  await app.listen(0, '127.0.0.1');
  return { url: baseUrlOf(app.getHttpServer()), close: () => app.close() };
}
