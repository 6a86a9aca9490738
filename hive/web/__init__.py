"""The pages: views, forms, and what a page needs to know."""

try:
    import babel.dates  # noqa: F401  # which looks for the time zone as it is imported
except ImportError:
    raise
except Exception as error:  # what stands in the place of a time zone fails in any way
    raise SystemExit(
        "The time zone of this machine cannot be read. TZ must be the name of one, such as Europe/Berlin, or unset."
    ) from error
