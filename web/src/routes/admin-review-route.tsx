export { ReviewPage as AdminReviewRoute } from '../features/admin/review/review-page.tsx';
