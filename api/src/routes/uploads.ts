import Router from '@koa/router';
import { notFound } from '../http/errors.ts';
import type { ApiRouter, RequestState } from '../http/request-state.ts';
import { isNotModified } from '../http/middleware/conditional-get.ts';
import { isImageName, type ImageStore } from '../images/image-store.ts';

const noSuchImage = 'There is no such image.';

/** The images of the listings. A name stands for the same bytes for ever, so browsers need to ask only once. */
export function uploadRoutes({ images }: { readonly images: ImageStore }): ApiRouter {
  return new Router<RequestState>().get('/uploads/:name', async (ctx) => {
    const name = ctx.params['name'] ?? '';
    if (!isImageName(name)) throw notFound(noSuchImage);
    const image = await images.get(name);
    if (!image) throw notFound(noSuchImage);
    ctx.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    });
    if (isNotModified(ctx, `"${name}"`)) return;
    ctx.type = 'image/webp';
    ctx.body = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  });
}
