"""The pages: views, forms, and what a page needs to know."""
