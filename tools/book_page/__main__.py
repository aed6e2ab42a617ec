"""`python -m tools.book_page`, which is what `make book` runs."""

from vigil.one_thread import use_one_thread

if __name__ == "__main__":
    use_one_thread()
    from tools.book_page.page import main

    main()
