"""Order pages: text to tree, tree to page, page to lines with their places."""
