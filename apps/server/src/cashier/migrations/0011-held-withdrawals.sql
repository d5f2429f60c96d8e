-- Withdrawals of a suspended account that were not sent yet wait for operators again, and say so.
grant update (review_reasons, approvals_needed) on cashier_withdrawal to palpite_app;
