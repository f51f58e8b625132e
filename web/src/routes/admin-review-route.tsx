export { ReviewPage as AdminReviewRoute } from '../features/administration/review/review-page.tsx';
